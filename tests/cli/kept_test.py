# SPDX-License-Identifier: GPL-3.0-or-later
"""sandglass-cli conversations, packages, setup and health."""

import json
import os

from program import CliTest, main


class Conversations(CliTest):
    def test_list_show_and_delete(self):
        self.assertEqual(self.cli("conversations", "list", "--json").out, "")
        self.cli("run", "-c", "print('kept')\n1+1", "-c", "1/0", status=1)
        entries = [json.loads(line) for line in
                   self.cli("conversations", "list", "--json").out.splitlines()]
        self.assertEqual(len(entries), 1)
        shown = self.cli("conversations", "show", entries[0]["id"], "--json")
        self.assertEqual(shown.text(), "kept\n")
        self.assertEqual(shown.of("execute_result")[0]["data"]["text/plain"], "2")
        self.assertEqual([line["status"] for line in shown.of("done")], ["ok", "error"])
        text = self.cli("conversations", "show", "last").out
        self.assertIn("kept", text)
        self.assertIn("ZeroDivisionError", text)
        self.assertIn(entries[0]["id"], self.cli("conversations", "list").out)
        self.cli("conversations", "delete", entries[0]["id"])
        self.assertEqual(self.cli("conversations", "list", "--json").out, "")
        folder = os.path.join(self.data, "conversations")
        self.assertEqual([name for name in os.listdir(folder) if entries[0]["id"] in name], [])

    def test_long_output_is_kept_whole(self):
        self.cli("run", "-c", "for i in range(40000): print(i)")
        shown = self.cli("conversations", "show", "last", "--json")
        self.assertEqual(shown.text(), "".join(f"{i}\n" for i in range(40000)))
        text = self.cli("conversations", "show", "last").out
        self.assertIn("left out", text)
        self.assertLess(len(text), 300_000)

    def test_figures_are_shown_again(self):
        self.cli("run", "-c", "import matplotlib.pyplot as plt; plt.plot([1]); plt.show()",
                 "--save", self.path("out"))
        shown = self.cli("conversations", "show", "last", "--json")
        self.assertTrue(shown.of("display_data")[0]["data"]["image/png"].startswith("iVBOR"))

    def test_unknown_ids_are_said(self):
        for command in ("show", "delete"):
            done = self.cli("conversations", command, "01890a5d-ac96-774b-bcce-b302099a8057",
                            status=1)
            self.assertIn("no conversation", done.err)


class Packages(CliTest):
    def test_an_added_package_is_listed_and_imported(self):
        missing = self.cli("run", "-c", "import six", "--json", status=1)
        self.assertEqual(missing.of("error")[0]["ename"], "ModuleNotFoundError")
        self.cli("packages", "add", "six")
        listed = [json.loads(line)["name"] for line in
                  self.cli("packages", "list", "--json").out.splitlines()]
        self.assertEqual(listed, ["six"])
        done = self.cli("run", "--conversation", "last", "-c", "import six; print(six.__name__)",
                        "--json")
        self.assertEqual(done.text(), "six\n")

    def test_what_is_no_package_is_refused(self):
        self.cli("run", "-c", "1")
        for name in ("--index-url=http://evil", "../x", "http://evil/x.whl"):
            done = self.cli("packages", "add", "--", name, status=1)
            self.assertTrue(done.err)
        self.assertEqual(self.cli("packages", "list", "--json").out, "")


class SetupAndHealth(CliTest):
    def test_setup_names_the_python_and_is_quiet_when_ready(self):
        first = self.cli("setup", "--json")
        ready = json.loads(first.out.splitlines()[-1])
        self.assertEqual(ready["type"], "ready")
        self.assertTrue(os.access(ready["python"], os.X_OK))
        again = self.cli("setup", "--quiet")
        self.assertEqual((again.out, again.err), ("", ""))

    def test_setup_with_a_python_that_is_none_says_why(self):
        done = self.cli("setup", status=1, env={"SANDGLASS_PYTHON": "/bin/true"})
        self.assertIn("/bin/true", done.err)

    def test_health_tells_of_all_three(self):
        self.cli("setup")
        done = self.cli("health", "--json")
        states = json.loads(done.out)
        self.assertEqual(list(states), ["sandboxes", "exe", "llm", "local", "keychain"])
        self.assertEqual(states["sandboxes"], 0)
        self.assertIn("No token for exe.dev is set. Make a token", states["exe"])
        self.assertEqual((states["llm"], states["local"]), ("ok", "ok"))
        self.assertTrue(states["keychain"])

    def test_health_names_a_server_that_is_not_there(self):
        self.cli("setup")
        done = self.cli("health", "--base-url", "http://127.0.0.1:9/v1", "--json", status=1)
        self.assertNotEqual(json.loads(done.out)["llm"], "ok")

    def test_health_asks_a_server_that_is_there(self):
        self.cli("setup")
        done = self.cli("health", "--base-url", self.server(), "--json")
        self.assertEqual(json.loads(done.out)["llm"], "ok")


if __name__ == "__main__":
    main()
