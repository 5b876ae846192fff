# SPDX-License-Identifier: GPL-3.0-or-later
"""sandglass-cli in a terminal: Ctrl-C, colours, figures, and text that isn't trusted."""

import os
import re
import shutil

from program import CliTest, main

LOOP = "x = 1\nprint('running', flush=True)\nwhile True: pass"


class InTerminal(CliTest):
    def test_ctrl_c_interrupts_the_cell_and_cancels(self):
        terminal = self.terminal("run", "-c", LOOP)
        terminal.wait_for(b"running\r\n")
        terminal.press_ctrl_c()
        self.assertEqual(terminal.status(), 130)
        shown = self.cli("conversations", "show", "last", "--json")
        done = shown.of("done")[0]
        self.assertEqual(done["status"], "interrupted")
        self.assertFalse(done["variables_lost"])
        self.assertIn("running\n", shown.text())

    def test_ctrl_c_in_an_answer_leaves_a_conversation_that_goes_on(self):
        code = self.path("code.py", LOOP)
        url = self.server("--code", code)
        terminal = self.terminal("ask", "Run", "--base-url", url)
        terminal.wait_for(b"running\r\n")
        terminal.press_ctrl_c()
        self.assertEqual(terminal.status(), 130)
        other = self.server("--answer", "Fine.")
        done = self.cli("ask", "And now?", "--conversation", "last", "--base-url", other, "--json")
        self.assertEqual(done.of("assistant")[-1]["text"], "Fine.")

    def test_ctrl_c_twice_ends_at_once(self):
        stubborn = ("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
                    "print('running', flush=True)\nwhile True: pass")
        terminal = self.terminal("run", "-c", stubborn)
        terminal.wait_for(b"running\r\n")
        terminal.press_ctrl_c()
        terminal.wait_for(b"^C")
        # The terminal drops what was typed before the signal, so a press may be lost.
        self.assertEqual(terminal.pressed_until_end(seconds=5), 130)

    def test_code_is_coloured_and_the_figure_named(self):
        terminal = self.terminal("run", "-c", "for i in []: pass\nimport matplotlib.pyplot as plt\n"
                                 "plt.plot([1, 2]); plt.show()")
        terminal.wait_for(b"Figure: ")
        self.assertEqual(terminal.status(), 0)
        self.assertIn(b"\x1b[35mfor\x1b[0m", terminal.shown)
        path = re.search(rb"Figure: (\S+\.png)", terminal.shown).group(1).decode()
        with open(path, "rb") as figure:
            self.assertEqual(figure.read(4), b"\x89PNG")
        shutil.rmtree(os.path.dirname(path))

    def test_kitty_draws_the_figure(self):
        terminal = self.terminal("run", "--save", self.path("out"), "-c",
                                 "import matplotlib.pyplot as plt; plt.plot([1]); plt.show()",
                                 KITTY_WINDOW_ID="1")
        self.assertEqual(terminal.status(), 0)
        self.assertIn(b"\x1b_Gf=100,a=T", terminal.shown)

    def test_hostile_output_reaches_the_terminal_as_text_and_colours_only(self):
        hostile = (r"print('A\x1b]0;title\x07B\x1b[2JC\x1b[31mD\x1b[0mE\x9b2JF\x1b]52;c;eA==\x07G"
                   r"\x1bP$q\x1b\\H\x1b[?1049hI\x1b_Ga=T\x1b\\J\x1bcK')")
        terminal = self.terminal("run", "-c", hostile)
        self.assertEqual(terminal.status(), 0)
        output = terminal.shown.split(b"\n")
        line = next(line for line in output if line.startswith(b"ABC"))
        self.assertEqual(line, b"ABC\x1b[31mD\x1b[0mEFGHIJK\r")
        for forbidden in (b"\x1b]", b"\x1bP", b"\x1b_", b"\x1bc", b"\x1b[2J", b"\xc2\x9b", b"\x07"):
            self.assertNotIn(forbidden, terminal.shown)

    def test_a_hostile_model_reaches_it_no_more(self):
        url = self.server("--answer", "A\x1b]0;t\x07B\x1b[2JC\u009b2JD\x1b[31mE")
        terminal = self.terminal("ask", "Hi", "--base-url", url)
        self.assertEqual(terminal.status(), 0)
        self.assertIn(b"ABCDE", terminal.shown)

    def test_hostile_file_names_and_errors_are_cleaned(self):
        terminal = self.terminal("run", "-c", r"open('a\x1b[2J\x07b.txt','w').close()" + "\n"
                                 r"raise ValueError('x\x1b]0;t\x07y')")
        self.assertEqual(terminal.status(), 1)
        self.assertNotIn(b"\x1b[2J", terminal.shown)
        self.assertNotIn(b"\x1b]", terminal.shown)


if __name__ == "__main__":
    main()
