#!/usr/bin/env python3
"""The other side of `treadle run MODEL --realtime`: reads outputs, answers with inputs, by UDP on this machine.

    client.py --inputs torque --outputs pivot.q,pivot.v [--port 48100] [--steps 1000]

It holds the first output at 0 with the first input: u = -20 y - 2 dy/dt, which a controller in a box of its own would do.
"""
import argparse
import socket
import struct


def names_hash(names):
    """64 bits of FNV-1a over all names, each followed by a line feed."""
    value = 0xCBF29CE484222325
    for byte in "".join(name + "\n" for name in names).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=lambda text: text.split(","), required=True)
    parser.add_argument("--outputs", type=lambda text: text.split(","), required=True)
    parser.add_argument("--port", type=int, default=48100)
    parser.add_argument("--steps", type=int, default=1000)
    options = parser.parse_args()
    head = struct.Struct("<4sHHQQd")  # magic, version, kind (1 inputs, 2 outputs), hash of names, sequence, time
    wanted, given = names_hash(options.outputs), names_hash(options.inputs)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.bind(("127.0.0.1", options.port + 1))
        link.settimeout(5.0)
        last, last_time, last_y = 0, None, 0.0
        for sequence in range(1, options.steps + 1):
            packet = link.recv(65536)
            magic, version, kind, names, number, time = head.unpack_from(packet)
            values = struct.unpack_from(f"<{(len(packet) - head.size) // 8}d", packet, head.size)
            if (magic, version, kind, names) != (b"TRDL", 1, 2, wanted) or len(values) != len(options.outputs):
                raise SystemExit("these are not the outputs that were asked for: compare the names")
            if number <= last:
                continue
            y = values[0]
            slope = 0.0 if last_time is None else (y - last_y) / (time - last_time)
            last, last_time, last_y = number, time, y
            inputs = [-20.0 * y - 2.0 * slope] + [0.0] * (len(options.inputs) - 1)
            link.sendto(head.pack(b"TRDL", 1, 1, given, sequence, time) + struct.pack(f"<{len(inputs)}d", *inputs),
                        ("127.0.0.1", options.port))
    print(f"{last} {last_time:.6f} {last_y:.9f}")


if __name__ == "__main__":
    main()
