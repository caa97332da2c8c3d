"""The build backend of pyproject.toml: packs the modules and librooftop-report.so into a wheel.

The library is what `make` built: in the folder that ROOFTOP_BUILD names, or in build/ at the top of the tree. A source
package carries it among the modules. The backend needs nothing but Python, and compiles nothing."""
import base64
import hashlib
import io
import os
import platform
import re
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "librooftop-report.so"


def _version():
    packed = os.path.join(HERE, "version.txt")
    if os.path.exists(packed):
        with open(packed) as file:
            return file.read().strip()
    with open(os.path.join(HERE, "..", "Makefile")) as file:
        return re.search(r"^VERSION := (.*)$", file.read(), re.M).group(1)


def _library():
    top = os.path.dirname(HERE)
    places = [os.path.join(HERE, "rooftop_report"), os.path.join(top, os.environ.get("ROOFTOP_BUILD", "build"))]
    for place in places:
        if os.path.exists(os.path.join(place, NAME)):
            return os.path.join(place, NAME)
    raise SystemExit(f"{os.path.join(places[-1], NAME)} is missing: run `make` at the top of the tree first")


def _files():
    """(path in the wheel, path here) of all files."""
    yield os.path.join("rooftop_report", NAME), _library()
    for folder in "", "rooftop_report":
        for name in sorted(os.listdir(os.path.join(HERE, folder))):
            if name.endswith(".py") and name != "make_wheel.py":
                yield os.path.join(folder, name), os.path.join(HERE, folder, name)


def _metadata(version):
    return f"Metadata-Version: 2.1\nName: rooftop-report\nVersion: {version}\nRequires-Python: >=3.8\n" \
           "Summary: Reports of GPU profiles (.ncu-rep) for Python\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version, tag = _version(), f"py3-none-linux_{platform.machine()}"
    info = f"rooftop_report-{version}.dist-info"
    name = f"rooftop_report-{version}-{tag}.whl"
    contents = [(path, open(source, "rb").read()) for path, source in _files()]
    contents.append((f"{info}/METADATA", _metadata(version).encode()))
    contents.append((f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: rooftop\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()))
    record = ""
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
            wheel.writestr(path, data)
        wheel.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    version = _version()
    name = f"rooftop_report-{version}"
    with tarfile.open(os.path.join(sdist_directory, name + ".tar.gz"), "w:gz") as archive:
        for path in "pyproject.toml", "make_wheel.py":
            archive.add(os.path.join(HERE, path), f"{name}/{path}")
        for path, source in _files():
            archive.add(source, f"{name}/{path}")
        text = _version().encode()
        member = tarfile.TarInfo(f"{name}/version.txt")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    return name + ".tar.gz"
