"""The build backend of pyproject.toml: packs the modules and librooftop-report.so, which `make` puts among them, into a wheel.

It needs nothing but Python, and compiles nothing."""
import base64
import hashlib
import os
import platform
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = os.path.join(HERE, "rooftop_report", "librooftop-report.so")


def _version():
    with open(os.path.join(HERE, "rooftop_report", "version.txt")) as file:
        return file.read().strip()


def _files():
    """(path in the wheel, path here) of all files."""
    if not os.path.exists(LIBRARY):
        raise SystemExit("rooftop_report/librooftop-report.so is missing: run `make` at the top of the tree first")
    for folder in "", "rooftop_report":
        for name in sorted(os.listdir(os.path.join(HERE, folder))):
            if name.endswith((".py", ".so")) and name != "make_wheel.py":
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
        for path in ["pyproject.toml", "make_wheel.py", "rooftop_report/version.txt", *[path for path, _ in _files()]]:
            archive.add(os.path.join(HERE, path), f"{name}/{path}")
    return name + ".tar.gz"
