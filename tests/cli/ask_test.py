# SPDX-License-Identifier: GPL-3.0-or-later
"""sandglass-cli ask, with the built-in model and with a model server of its own process."""

import json
import os

from program import CliTest, main, thousandth_prime


class Ask(CliTest):
    def test_the_sample_question_is_answered_by_code_that_ran(self):
        done = self.cli("ask", "What is the 1000th prime? Compute it.", "--json")
        types = [line["type"] for line in done.lines]
        self.assertEqual(types[0], "user")
        self.assertIn("code", types)
        shown = [json.dumps(line) for line in done.of("stream", "execute_result")]
        answer = str(thousandth_prime())
        self.assertTrue(any(answer in text for text in shown), done.out)
        self.assertIn(answer, done.of("assistant")[-1]["text"])
        cell = done.of("code")[0]["cell"]
        self.assertEqual([line["cell"] for line in done.of("done")], [cell])
        self.assertEqual(done.of("done")[0]["status"], "ok")
        self.assertLess(types.index("code"), types.index("done"))

    def test_dice_are_plotted_and_the_figure_saved(self):
        out = self.path("out")
        done = self.cli("ask", "Simulate 10,000 rolls of two dice and plot the distribution of the "
                        "sums", "--save", out, "--json")
        figures = [line for line in done.of("display_data") if "image/png" in line["data"]]
        self.assertEqual(len(figures), 1)
        saved = [line["saved"] for line in done.of("file") if "saved" in line]
        self.assertTrue(saved)
        with open(saved[0], "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_a_semicolon_csv_in_cp1252_is_described_and_plotted(self):
        rows = "Région;Café;Preis\n" + "".join(
            f"R{i % 3};{i};{i},5\n" for i in range(60))
        csv = self.path("Générer – la suite.csv", rows.encode("cp1252"))
        done = self.cli("ask", "What is in this file?", "--file", csv, "--json")
        self.assertEqual([line["name"] for line in done.of("file") if "cell" not in line][:1],
                         ["Générer – la suite.csv"])
        self.assertEqual({line["status"] for line in done.of("done")}, {"ok"}, done.out)
        self.assertTrue(any("image/png" in line["data"] for line in done.of("display_data")))
        self.assertIn("60", done.of("assistant")[-1]["text"])

    def test_a_model_server_streams_a_call_and_the_cell_proves_where_it_ran(self):
        code = self.path("code.py", "import os, socket\n"
                         "print('at', os.getcwd(), os.path.exists(%r))\n"
                         "print(40 + 2)\n" % self.folder)
        log = self.path("log.jsonl", "")
        url = self.server("--code", code, "--log", log, "--key", "k1")
        done = self.cli("ask", "Run it", "--provider", "openai", "--base-url", url, "--json",
                        env={"OPENAI_API_KEY": "k1"})
        self.assertIn("at /home/user/work False", done.text())
        self.assertIn("42", done.of("assistant")[-1]["text"])
        with open(log, encoding="utf-8") as file:
            requests = [json.loads(line) for line in file]
        posts = [entry for entry in requests if entry["method"] == "POST"]
        self.assertEqual(len(posts), 2)
        self.assertEqual(posts[0]["headers"]["authorization"], "Bearer k1")
        told = posts[1]["body"]["messages"][0]["content"]
        self.assertIn("- Python", told)
        self.assertIn("/home/user/work", told)

    def test_the_environment_chooses_the_server(self):
        url = self.server("--answer", "Hello from the server.")
        done = self.cli("ask", "Hi", "--json", env={"OPENAI_BASE_URL": url})
        self.assertEqual([line["text"] for line in done.of("assistant")],
                         ["Hello from the server."])

    def test_a_key_of_one_server_is_not_sent_to_another(self):
        log = self.path("log.jsonl", "")
        url = self.server("--answer", "x", "--log", log)
        done = self.cli("ask", "Hi", "--base-url", url, "--json",
                        env={"OPENAI_BASE_URL": "http://127.0.0.2:9/v1",
                             "OPENAI_API_KEY": "secret-key-1"})
        self.assertIn("not sent", done.err)
        with open(log, encoding="utf-8") as file:
            self.assertNotIn("secret-key-1", file.read())

    def test_a_refused_key_ends_the_turn_with_a_reason(self):
        url = self.server("--key", "right")
        done = self.cli("ask", "Hi", "--base-url", url, "--json", status=1,
                        env={"OPENAI_API_KEY": "wrong"})
        notice = done.of("notice")[-1]
        self.assertEqual(notice["kind"], "auth")
        self.assertTrue(notice["text"].endswith("."))
        self.assertNotIn("wrong", done.out + done.err)

    def test_no_server_is_a_sentence(self):
        done = self.cli("ask", "Hi", "--base-url", "http://127.0.0.1:9/v1", "--json", status=1)
        self.assertIn(done.of("notice")[-1]["kind"], ("not_running", "network"))

    def test_a_broken_stream_keeps_what_was_said(self):
        url = self.server("--mode", "cut", "--text", "The beginning of it.")
        done = self.cli("ask", "Hi", "--base-url", url, "--json", status=1)
        self.assertTrue(done.of("assistant"), done.out)
        self.assertTrue(done.of("notice"))

    def test_a_failed_cell_is_no_failed_answer(self):
        code = self.path("code.py", "1/0")
        url = self.server("--code", code, "--answer", "It failed: {result}")
        done = self.cli("ask", "Run", "--base-url", url, "--json")
        self.assertEqual(done.of("error")[0]["ename"], "ZeroDivisionError")
        self.assertEqual(done.of("done")[0]["status"], "error")
        self.assertIn("ZeroDivisionError", done.of("assistant")[-1]["text"])

    def test_a_conversation_goes_on(self):
        code = self.path("code.py", "print(6 * 7)")
        url = self.server("--code", code)
        first = self.cli("ask", "One", "--base-url", url, "--json")
        conversation = first.of("user")[0]["conversation"]
        second = self.cli("ask", "Two", "--base-url", url, "--conversation", "last", "--json")
        self.assertEqual(second.of("user")[0]["conversation"], conversation)
        shown = self.cli("conversations", "show", conversation, "--json")
        self.assertEqual([line["text"] for line in shown.of("user")], ["One", "Two"])

    def test_without_json_it_reads_well(self):
        done = self.cli("ask", "What is the 1000th prime? Compute it.")
        self.assertIn(str(thousandth_prime()), done.out)
        self.assertNotIn("\x1b", done.out)

    def test_a_file_that_is_not_there_asks_nothing(self):
        done = self.cli("ask", "Hi", "--file", self.path("missing.csv"), "--json", status=1)
        self.assertEqual(done.of("user"), [])
        self.assertIn("missing.csv", done.out + done.err)

    def test_saved_files_never_replace_a_persons_own(self):
        code = self.path("code.py", "open('r.txt','w').write('new'); import os; os.mkdir('d')\n"
                         "open('d/deep.csv','w').write('a,b'); open('empty','w').close()\n"
                         "os.symlink('/etc/passwd', 'link')")
        out = self.path("out")
        os.mkdir(out)
        with open(os.path.join(out, "r.txt"), "w", encoding="utf-8") as own:
            own.write("mine")
        url = self.server("--code", code)
        self.cli("ask", "Run", "--base-url", url, "--save", out, "--json")
        with open(os.path.join(out, "r.txt"), encoding="utf-8") as own:
            self.assertEqual(own.read(), "mine")
        with open(os.path.join(out, "r (1).txt"), encoding="utf-8") as new:
            self.assertEqual(new.read(), "new")
        self.assertTrue(os.path.isfile(os.path.join(out, "d", "deep.csv")))
        self.assertEqual(os.path.getsize(os.path.join(out, "empty")), 0)
        self.assertFalse(os.path.lexists(os.path.join(out, "link")))


if __name__ == "__main__":
    main()
