# A recipe for Spack. In a repository of your own (spack repo create FOLDER), this is packages/rooftop/package.py:
#
#   spack install rooftop           # with the counters of GPUs
#   spack install rooftop ~cuda     # a viewer
from spack.package import *


class Rooftop(MakefilePackage, CudaPackage):
    """A profiler for NVIDIA GPUs in the terminal, which reads and writes the reports of Nsight Compute."""

    maintainers = []
    license("MIT")

    # The sources lie where this is called from: spack install rooftop@main, with spack develop --path FOLDER rooftop@main
    version("main")

    variant("cuda", default=True, description="profile programs; without it, a viewer of reports")
    variant("ncu", default=False, description="also install the name ncu")

    depends_on("c", type="build")
    depends_on("gmake", type="build")
    depends_on("protobuf-c")
    depends_on("protobuf", type="build")
    depends_on("ncurses+termlib")
    depends_on("libyaml")
    depends_on("pcre2")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("binutils+libiberty")
    depends_on("cmocka", type="build")
    depends_on("cuda@13:", when="+cuda")

    def setup_build_environment(self, env):
        # The Makefile installs Debian's packages itself where it may. Here Spack has them.
        env.set("ROOFTOP_DEPS", "none")

    def flags(self):
        words = ["PREFIX=" + self.prefix, "CC=" + spack_cc, "V=1", "SHARED=1"]
        words.append("CUDA_HOME=" + (self.spec["cuda"].prefix if "+cuda" in self.spec else "/nowhere"))
        if "+ncu" in self.spec:
            words.append("NCU_LINK=1")
        return words

    def build(self, spec, prefix):
        make("all", "manual", *self.flags())

    def install(self, spec, prefix):
        make("install", *self.flags())
