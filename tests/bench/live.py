"""Keys in the list while a program is profiled: live.py ROOFTOP DOUBLES SECONDS

Profiles 100,000 launches on the doubles of the GPU in a terminal of 120x40, moves up and down in the list 20 times a
second, and prints three times in microseconds from a key to the next output: the median, the 99th of 100, the longest.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

BEFORE, BETWEEN = 2, 0.05  # seconds until the first key, and from one to the next


def start(rooftop, doubles):
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LD_LIBRARY_PATH=doubles, ROOFTOP_CUPTI=doubles + "/libcupti.so.13")
        os.execv(rooftop, [rooftop, "--set", "basic", doubles + "/fakeapp", "twenty", "100000"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    return pid, terminal


def measure(terminal, seconds):
    begin = last = time.monotonic()
    times, asked = [], None
    while time.monotonic() - begin < seconds:
        ready = select.select([terminal], [], [], 0.005)[0]
        now = time.monotonic()
        if ready and not os.read(terminal, 1 << 16):
            break
        if ready and asked:
            times.append(now - asked)
            asked = None
        if not asked and now - begin > BEFORE and now - last > BETWEEN:
            os.write(terminal, b"k" if len(times) % 40 >= 20 else b"j")
            asked = last = now
    return sorted(times)


def main():
    pid, terminal = start(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    times = measure(terminal, float(sys.argv[3]))
    os.kill(pid, signal.SIGKILL)
    os.close(terminal)  # the program hangs up, too
    if not times:
        sys.exit("no key had an answer")
    print(*(int(1e6 * time) for time in (times[len(times) // 2], times[len(times) * 99 // 100], times[-1])))


main()
