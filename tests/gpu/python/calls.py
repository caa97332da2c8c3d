"""Launches from Python functions: calls.py LIBRARY. Launch N has N blocks."""
import ctypes
import sys
import threading

library = ctypes.CDLL(sys.argv[1])


def launch(number):
    assert library.calls_launch(number) == 0


class Model:
    def forward(self, number):
        launch(number)


def train(number):
    model = Model()
    model.forward(number)


def descend(depth, number):
    if depth > 1:
        descend(depth - 1, number)
    else:
        launch(number)


train(1)
Model().forward(2)
launch(3)
descend(5, 4)
thread = threading.Thread(target=train, args=(5,))
thread.start()
thread.join()
print("calls ok" if library.calls_sum() == 15 else "calls FAILED")
