"""Launches of a Python program on the doubles: launch.py IMAGE [held]. Each has as many blocks as its
number says. held: the interpreter's lock is kept during calls."""
import ctypes
import os
import sys
import threading

held = len(sys.argv) > 2
driver = (ctypes.PyDLL if held else ctypes.CDLL)("libcuda.so.1")


def check(result):
    if result != 0:
        print("python FAILED", result)
        sys.stdout.flush()
        os._exit(1)


check(driver.cuInit(0))
context, module, function, memory = (ctypes.c_void_p() for _ in range(4))
device, found = ctypes.c_int(), ctypes.c_uint()
check(driver.cuDeviceGet(ctypes.byref(device), 0))
check(driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
check(driver.cuCtxSetCurrent(context))
with open(sys.argv[1], "rb") as image:
    check(driver.cuModuleLoadData(ctypes.byref(module), image.read()))
check(driver.cuModuleGetFunction(ctypes.byref(function), module, b"_Z5countPj"))
check(driver.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(4)))
check(driver.cuMemsetD32_v2(memory, 0, ctypes.c_size_t(1)))
total = 0
lock = threading.Lock()


def launch(number):
    global total
    with lock:
        total += number
    argument = (ctypes.c_void_p * 1)(ctypes.addressof(memory))
    check(driver.cuLaunchKernel(function, number, 1, 1, 1, 1, 1, 0, None, argument, None))


class Model:
    def forward(self, number):
        launch(number)


def größe(number):
    return sorted([number], key=lambda n: launch(n) or n)


def generator(number):
    yield number
    launch(number)


def descend(depth, number):
    if depth > 1:
        descend(depth - 1, number)
    else:
        launch(number)


def fail(number):
    try:
        raise ValueError("kept")
    except ValueError as error:
        launch(number)
        assert str(error) == "kept" and sys.exc_info()[1] is error


def in_thread(number):
    check(driver.cuCtxSetCurrent(context))
    for _ in range(3):
        launch(number)


Model().forward(1)
größe(2)
list(generator(3))
descend(100, 4)
exec(compile("launch(5)", "<a string>", "exec"))
fail(6)
counts = [sys.getrefcount(code) for code in (launch.__code__, Model.forward.__code__, __file__)]
threads = [threading.Thread(target=in_thread, args=(10 + i,)) for i in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
if counts != [sys.getrefcount(code) for code in (launch.__code__, Model.forward.__code__, __file__)]:
    print("python FAILED: counts of references")
check(driver.cuCtxSynchronize())
check(driver.cuMemcpyDtoH_v2(ctypes.byref(found), memory, ctypes.c_size_t(4)))
print("python ok" if found.value == total else "python FAILED: %d of %d" % (found.value, total))
