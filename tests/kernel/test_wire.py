"""The protocol's pure parts: bytes in any cut, hostile input, order."""

import base64
import json
import math
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import KERNEL  # noqa: E402

sys.path.insert(0, KERNEL)
from sandglass_host import link, wire  # noqa: E402
from sandglass_host.link import Link  # noqa: E402
from sandglass_host.order import Order  # noqa: E402
from sandglass_host.pipes import OutputPipe  # noqa: E402


class Lines(unittest.TestCase):
    def test_lines_are_the_same_wherever_the_bytes_are_cut(self):
        data = '{"a":1}\n\n{"b":"ü 🌍"}\nrest'.encode()
        whole = list(wire.LineReader().feed(data))
        reader = wire.LineReader()
        single = [line for i in range(len(data)) for line in reader.feed(data[i:i + 1])]
        self.assertEqual(whole, single)
        self.assertEqual(whole[0], b'{"a":1}')
        self.assertEqual(len(whole), 3)

    def test_a_line_over_the_cap_is_reported_and_the_next_one_read(self):
        reader = wire.LineReader(cap=10)
        found = [line for i in range(5) for line in reader.feed(b"12345")]
        found += reader.feed(b"\nshort\n")
        self.assertEqual(found, [None, b"short"])

    def test_a_skipped_line_takes_no_memory(self):
        reader = wire.LineReader(cap=1000)
        for _ in range(100):
            list(reader.feed(b"x" * 1000))
        self.assertLessEqual(sum(map(len, reader._pieces)), 1000)

    def test_garbage_is_a_reason_and_never_an_exception(self):
        for line in (b"", b"{", b"[]", b"1", b'{"op":1}', b"\xff\xfe", b"[" * 200_000,
                     b'{"op":"execute"}', b'{"op":"execute","cell":"","code":""}',
                     b'{"op":"execute","cell":"a","code":1}',
                     b'{"op":"execute","cell":"a","code":"","timeout":"x"}',
                     b'{"op":"execute","cell":"a","code":"","timeout":-1}',
                     b'{"op":"execute","cell":"a","code":"","timeout":NaN}',
                     b'{"op":"execute","cell":"a","code":"","timeout":true}',
                     b'{"op":"events"}', b'{"op":"events","from":-1}', None):
            with self.subTest(line=line and line[:60]):
                request, reason = wire.parse_request(line)
                self.assertIsNone(request)
                self.assertTrue(reason)

    def test_random_bytes_are_a_reason_and_never_an_exception(self):
        chance = random.Random(7)
        for _ in range(2000):
            wire.parse_request(bytes(chance.randrange(256) for _ in range(chance.randrange(40))))


class Json(unittest.TestCase):
    def decoded(self, value):
        def refuse(name):
            raise AssertionError(name)

        return json.loads(wire.encode(value).decode("utf-8"), parse_constant=refuse)

    def test_a_lone_surrogate_becomes_its_escape_as_text(self):
        self.assertEqual(self.decoded({"a": ["\ud800 x"], "\udfff": 1}),
                         {"a": ["\\ud800 x"], "\\udfff": 1})

    def test_nan_and_infinity_become_null(self):
        self.assertEqual(self.decoded({"a": [math.nan, math.inf, 1.5]}), {"a": [None, None, 1.5]})

    def test_what_json_does_not_know_becomes_text(self):
        self.assertEqual(self.decoded({"a": {1, }, 2: None}), {"a": "{1}", "2": None})

    def test_text_pieces_join_to_the_text_and_fit(self):
        for text in ("x" * 1000, "\x00" * 1000, "🌍" * 500, "\\\"\n" * 300, ""):
            pieces = list(wire.text_pieces(text, 400))
            self.assertTrue(all(len(piece) <= 400 for piece in pieces))
            self.assertEqual("".join(json.loads(piece) for piece in pieces), text)

    def test_parts_join_to_the_event_and_each_line_fits(self):
        encoded = os.urandom(600_000)
        lines = list(wire.part_lines(7, encoded))
        parts = [json.loads(line) for line in lines]
        self.assertTrue(all(len(line) <= wire.LINE for line in lines))
        self.assertEqual(b"".join(base64.b64decode(p["data"]) for p in parts), encoded)
        self.assertEqual([p["last"] for p in parts], [False] * (len(parts) - 1) + [True])
        self.assertEqual({p["of"] for p in parts}, {7})

    def test_an_event_over_the_limit_keeps_its_plain_text(self):
        content = {"data": {"text/plain": "x", "image/png": "y" * 100}, "metadata": {}}
        self.assertEqual(wire.shortened(content)["data"], {"text/plain": "x"})


class Links(unittest.TestCase):
    def test_the_loop_waits_for_what_zmq_calls_readable_and_writable(self):
        import zmq
        self.assertEqual((link.POLLIN, link.POLLOUT), (zmq.POLLIN, zmq.POLLOUT))

    def setUp(self):
        self.reading, writing = os.pipe()
        os.set_blocking(writing, False)
        null = os.open(os.devnull, os.O_RDONLY)
        self.link = Link(null, writing)
        self.addCleanup(lambda: [os.close(fd) for fd in (self.reading, writing, null)])

    def test_a_slow_reader_gets_every_line_whole(self):
        for i in range(3000):
            self.link.event("stream", "c", {"name": "stdout", "text": "%d " % i * 20})
        data = b""
        while self.link.pending:
            self.link.flush()
            data += os.read(self.reading, 1000)
        data += os.read(self.reading, 1 << 20)
        self.assertEqual([json.loads(line)["n"] for line in data.splitlines()],
                         list(range(1, 3001)))

    def test_events_are_sent_again_from_a_number_on(self):
        for i in range(5):
            self.link.event("status", None, {"i": i})
        self.link.flush()
        os.read(self.reading, 1 << 20)
        self.link.replay(4)
        self.link.flush()
        again = os.read(self.reading, 1 << 20).splitlines()
        self.assertEqual([json.loads(line)["n"] for line in again], [4, 5])


class Ordering(unittest.TestCase):
    """Two pipes and messages, cut and mixed at random, come out in the kernel's order."""

    def setUp(self):
        self.ends = []
        self.pipes = []
        for name in ("stdout", "stderr"):
            reading, writing = os.pipe()
            os.set_blocking(reading, False)
            self.ends.append(writing)
            self.pipes.append(OutputPipe(reading, name, "0123456789abcdef"))
            self.addCleanup(os.close, reading)
            self.addCleanup(os.close, writing)
        self.out = []
        self.order = Order(self.pipes, lambda pipe, parent, text: self.out.append(text),
                           lambda message: self.out.append(message))

    @staticmethod
    def barrier(number):
        return b"\x1e0123456789abcdef;B;%d\x1f" % number

    def feed(self, index, data, now=0.0):
        os.write(self.ends[index], data)
        self.pipes[index].fill()
        self.order.advance(now)

    def joined(self):
        result = []
        for item in self.out:
            if isinstance(item, str) and result and isinstance(result[-1], str):
                result[-1] += item
            else:
                result.append(item)
        return result

    def test_bytes_cut_anywhere_give_the_same_order(self):
        out = "a ü".encode() + self.barrier(1) + "🌍".encode() + self.barrier(2) + b"c"
        err = self.barrier(1) + self.barrier(2)
        for i in range(len(out)):
            self.feed(0, out[i:i + 1])
        for i in range(len(err)):
            self.feed(1, err[i:i + 1])
        self.order.message(1, ("one",))
        self.order.message(2, ("two",))
        self.order.advance(0.0)
        self.assertEqual(self.joined(), ["a ü", ("one",), "🌍", ("two",), "c"])

    def test_a_message_that_was_broken_off_holds_nothing_up(self):
        self.feed(0, self.barrier(1) + b"x" + self.barrier(2))
        self.feed(1, self.barrier(2))
        self.order.message(2, ("two",))
        self.order.advance(0.0)
        self.assertEqual(self.joined(), ["x", ("two",)])

    def test_a_lost_message_is_given_up_when_a_later_one_comes(self):
        for index in (0, 1):
            self.feed(index, self.barrier(1) + self.barrier(2))
        self.order.message(2, ("two",))
        self.order.advance(0.0)
        self.assertEqual(self.joined(), [("two",)])

    def test_a_message_that_never_comes_is_given_up_after_a_while(self):
        for index in (0, 1):
            self.feed(index, self.barrier(1) + b"rest")
        self.assertEqual(self.joined(), [])
        self.order.advance(self.order.deadline + 1)
        self.assertEqual(self.joined(), ["restrest"])

    def test_text_does_not_wait_for_a_status_but_the_status_for_the_text(self):
        note = self.barrier(1).replace(b";B;", b";N;")
        self.feed(0, b"a" + note + b"b")
        self.order.message(1, ("idle",))
        self.order.advance(0.0)
        self.assertEqual(self.joined(), ["ab"])
        self.feed(1, b"e" + note)
        self.assertEqual(self.joined(), ["abe", ("idle",)])

    def test_a_forged_number_far_ahead_is_left_out(self):
        self.feed(0, self.barrier(10 ** 12) + b"x" + self.barrier(1) + b"y")
        self.feed(1, self.barrier(1))
        self.order.message(1, ("one",))
        self.order.advance(0.0)
        self.assertEqual(self.joined(), ["x", ("one",), "y"])

    def test_bytes_that_look_like_the_start_of_a_marker_are_text(self):
        self.feed(0, b"a\x1e")
        self.feed(0, b"0123 no marker\x1e0123456789abcdef;" + b"z" * 200)
        self.assertTrue("".join(self.out).startswith("a\x1e0123 no marker"))
        self.assertIn("z" * 200, "".join(self.out))

    def test_at_the_end_everything_comes_out(self):
        self.feed(0, b"a" + self.barrier(1) + b"b" + b"\x1e0123")
        self.order.message(1, ("one",))
        self.order.advance(0.0, final=True)
        self.assertEqual(self.joined(), ["a", ("one",), "b\x1e0123"])


if __name__ == "__main__":
    unittest.main()
