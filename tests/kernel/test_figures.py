"""Figures: once each, in order, sharp; other rich outputs. Needs matplotlib."""

import base64
import struct
import unittest

from harness import HostTest


def size(png):
    """Pixels of a base64 PNG."""
    return struct.unpack(">II", base64.b64decode(png)[16:24])


class Figures(HostTest):
    def setUp(self):
        self.ok("import matplotlib.pyplot as plt; plt.close('all')")

    def pictures(self, result):
        return [c for c in result.of("display_data") + result.of("execute_result")
                if "image/png" in c["data"]]

    def test_figures_and_prints_keep_their_order(self):
        result = self.ok("for i in range(3):\n print('A', i); plt.plot([i]); plt.show(); "
                         "print('B', i)")
        text = "|".join(result.order()).replace("\n|", "\n").replace("|", "")
        self.assertEqual(text, "A 0\ndisplay_dataB 0\nA 1\ndisplay_dataB 1\nA 2\n"
                               "display_dataB 2\n")

    def test_four_figures_in_a_loop_are_four_pictures(self):
        result = self.ok("for i in range(4):\n plt.figure(); plt.plot([i]); plt.show()")
        self.assertEqual(len(self.pictures(result)), 4)

    def test_a_figure_without_show_comes_at_the_end(self):
        result = self.ok("plt.plot([1, 2]); print('x')")
        self.assertEqual(result.order()[-1], "display_data")

    def test_a_figure_as_last_value_comes_once_and_can_be_shown_again(self):
        self.assertEqual(len(self.pictures(self.ok("fig, ax = plt.subplots(); ax.plot([1]); fig"))),
                         1)
        self.assertEqual(len(self.pictures(self.ok("fig"))), 1)

    def test_a_picture_is_twice_its_size_in_pixels(self):
        content = self.pictures(self.ok("plt.plot([1, 2]); plt.show()"))[0]
        width, height = size(content["data"]["image/png"])
        metadata = content["metadata"]["image/png"]
        self.assertEqual((width // 2, height // 2), (metadata["width"], metadata["height"]))

    def test_a_saved_and_closed_figure_is_not_shown(self):
        result = self.ok("plt.plot([1]); plt.savefig('s.png'); plt.close()")
        self.assertEqual(self.pictures(result), [])
        self.assertEqual([f["name"] for f in result.of("files")[0]["files"]], ["s.png"])

    def test_a_figure_before_an_error_is_still_shown(self):
        result = self.run_cell("plt.plot([1]); 1/0")
        self.assertEqual(result.order(), ["error", "display_data"])

    def test_missing_glyphs_are_said_once(self):
        result = self.ok("import warnings\nfor i in range(3): "
                         "warnings.warn('Glyph %d missing from font(s) X.' % i)")
        self.assertEqual(result.text("stderr").count("UserWarning"), 1)
        self.assertEqual(len(result.notices("folded")), 1)

    def test_a_pil_image_is_one_picture(self):
        data = self.ok("from PIL import Image; Image.new('RGB', (9, 9))").of(
            "execute_result")[0]["data"]
        self.assertIn("image/png", data)
        self.assertNotIn("image/jpeg", data)

    def test_a_frame_is_text_and_html(self):
        data = self.ok("import pandas as pd; pd.DataFrame({'a': [1]})").of(
            "execute_result")[0]["data"]
        self.assertEqual(set(data), {"text/plain", "text/html"})


class Agg(HostTest):
    def test_under_agg_open_figures_are_shown_unless_saved(self):
        result = self.ok("import matplotlib; matplotlib.use('Agg')\n"
                         "import matplotlib.pyplot as plt\nplt.plot([1, 2]); print('x')")
        self.assertEqual(result.order(), ["x\n", "display_data"])
        self.assertIn("image/png", result.of("display_data")[0]["data"])
        self.assertEqual(self.ok("print(plt.get_fignums())").text(), "[]\n")
        result = self.ok("plt.plot([1]); plt.savefig('a.png')")
        self.assertEqual(result.of("display_data"), [])


class Large(HostTest):
    def test_a_result_of_200_mb_is_cut_said_and_done(self):
        result = self.ok("'x' * 200_000_000")
        text = result.of("execute_result")[0]["data"]["text/plain"]
        self.assertEqual(len(text), 16 * 1024 * 1024)
        self.assertTrue(result.notices("truncated"))

    def test_an_event_over_the_limit_keeps_its_text(self):
        result = self.ok("display({'text/plain': 'small', 'application/x': 'y' * 70_000_000}, "
                         "raw=True)")
        self.assertEqual(result.of("display_data")[0]["data"], {"text/plain": "small"})
        self.assertTrue(result.notices("truncated"))

    def test_a_large_picture_comes_whole(self):
        result = self.ok("import os, base64; data = os.urandom(20_000_000)\n"
                         "display({'image/png': base64.b64encode(data).decode()}, raw=True)\n"
                         "import zlib; print(zlib.crc32(data))")
        import zlib
        got = base64.b64decode(result.of("display_data")[0]["data"]["image/png"])
        self.assertEqual(str(zlib.crc32(got)) + "\n", result.text())


if __name__ == "__main__":
    unittest.main()
