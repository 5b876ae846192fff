"""Cells on a real kernel: results, order, ids, notices, files."""

import json
import os
import socket
import time
import unittest

from harness import Host, HostTest


class Results(HostTest):
    def test_a_value_is_an_execute_result_and_the_cell_is_done_once(self):
        result = self.ok("1+1")
        self.assertEqual(result.of("execute_result")[0]["data"], {"text/plain": "2"})
        self.assertEqual(len(result.of("done")), 1)
        self.assertIsInstance(result.done["execution_count"], int)
        self.assertIsInstance(result.done["seconds"], float)
        self.assertIsNone(result.done["cause"])

    def test_variables_live_from_cell_to_cell(self):
        self.ok("x_kept = 41")
        self.assertEqual(self.ok("print(x_kept + 1)").text(), "42\n")

    def test_prints_child_output_and_displays_keep_their_order(self):
        result = self.ok("import os, subprocess, sys\n"
                         "print('a'); os.write(1, b'b\\n'); os.system('echo c'); display(1)\n"
                         "print('d', end=''); display(2)\n"
                         "subprocess.run(['echo', 'e'], stdout=sys.stdout); print('f')\n3")
        joined = []
        for item in result.order():
            text = item not in ("display_data", "execute_result")
            if text and joined and joined[-1] not in ("display_data", "execute_result"):
                joined[-1] += item
            else:
                joined.append(item)
        self.assertEqual(joined, ["a\nb\nc\n", "display_data", "d", "display_data", "e\nf\n",
                                  "execute_result"])

    def test_stderr_and_stdout_both_stand_before_the_display_that_follows(self):
        result = self.ok("import sys\nfor i in range(20):\n print(i); "
                         "print(i, file=sys.stderr); display(i)")
        self.assertEqual(result.text("stderr").split(), [str(i) for i in range(20)])
        seen = {"stdout": "", "stderr": ""}
        shown = 0
        for event in result.events:
            if event["event"] == "stream":
                seen[event["content"]["name"]] += event["content"]["text"]
            if event["event"] == "display_data":
                self.assertEqual(seen["stdout"].split()[-1], str(shown))
                self.assertEqual(seen["stderr"].split()[-1], str(shown))
                shown += 1

    def test_thousands_of_displays_all_come_in_order(self):
        result = self.ok("for i in range(3000): display(i)")
        self.assertEqual([c["data"]["text/plain"] for c in result.of("display_data")],
                         [str(i) for i in range(3000)])

    def test_a_c_library_and_a_forked_worker_are_heard(self):
        result = self.ok("import ctypes, multiprocessing\n"
                         "ctypes.CDLL(None).puts(b'from c')\n"
                         "def work(i): print('worker', i)\n"
                         "with multiprocessing.get_context('fork').Pool(2) as p: "
                         "p.map(work, range(3))")
        self.assertIn("from c\n", result.text())
        self.assertEqual(sorted(line for line in result.text().splitlines()
                                if line.startswith("worker")),
                         ["worker 0", "worker 1", "worker 2"])

    def test_display_ids_and_clear_output_arrive(self):
        result = self.ok("from IPython.display import clear_output, update_display\n"
                         "h = display(1, display_id='d'); h.update(2)\n"
                         "clear_output(wait=True); display(3)")
        self.assertEqual(result.order(), ["display_data", "update_display_data",
                                          "clear_output", "display_data"])
        self.assertEqual(result.of("display_data")[0]["transient"]["display_id"], "d")
        self.assertEqual(result.of("clear_output"), [{"wait": True}])

    def test_top_level_await_works(self):
        self.assertEqual(self.ok("import asyncio\nawait asyncio.sleep(0.01); print('w')").text(),
                         "w\n")

    def test_code_larger_than_a_line_runs(self):
        self.assertEqual(self.ok("x = '%s'\nlen(x)" % ("a" * 1_000_000)).of("execute_result")[0]
                         ["data"]["text/plain"], "1000000")

    def test_a_result_over_a_line_comes_in_parts(self):
        text = self.ok("'é' * 2_000_000").of("execute_result")[0]["data"]["text/plain"]
        self.assertEqual(len(text), 2_000_002)

    def test_nan_in_json_and_a_lone_surrogate_in_a_result_arrive(self):
        result = self.ok("display({'application/json': {'a': float('nan')}, "
                         "'text/plain': '\\ud800'}, raw=True)")
        self.assertEqual(result.of("display_data")[0]["data"]["text/plain"], "\\ud800")


class Requests(HostTest):
    def test_the_hello_comes_first_and_events_are_numbered_without_gaps(self):
        self.ok("print(1)")
        self.assertEqual(self.host.hello["protocol"], 1)
        self.assertEqual(self.host.hello["next"], 1)
        self.assertEqual([e["n"] for e in self.host.events],
                         list(range(1, len(self.host.events) + 1)))
        self.assertEqual({e["boot"] for e in self.host.events}, {self.host.hello["boot"]})

    def test_cells_sent_while_one_runs_wait_their_turn(self):
        cells = [self.host.execute("import time; time.sleep(0.2); print(%d)" % i)
                 for i in range(3)]
        self.assertEqual([self.host.finish(cell).text() for cell in cells], ["0\n", "1\n", "2\n"])

    def test_a_known_cell_gets_its_done_again_and_does_not_run(self):
        first = self.ok("counter = globals().get('counter', 0) + 1; print(counter)")
        cell = first.events[0]["cell"]
        self.host.execute("counter += 100; print(counter)", cell=cell)
        again = self.host.until(lambda e: e["cell"] == cell)
        self.assertEqual(again["event"], "done")
        self.assertEqual(again["content"], first.done)
        self.assertEqual(self.ok("print(counter)").text(), "1\n")

    def test_a_cell_that_runs_gets_a_notice_when_it_is_sent_again(self):
        cell = self.host.execute("import time; time.sleep(0.3)")
        self.host.execute("1", cell=cell)
        result = self.host.finish(cell)
        self.assertEqual(len(result.notices("protocol")), 1)
        self.assertEqual(len(result.of("done")), 1)

    def test_garbage_gets_a_notice_and_the_next_request_works(self):
        for data in (b"garbage\n", b"\xff\xfe\n", b'{"op":"nosuch"}\n', b'{"op":"turn"}\n',
                     b'{"op":"execute","cell":7}\n', b"[" * 100_000 + b"\n"):
            self.host.raw(data)
            notice = self.host.until(lambda e: e["event"] == "notice")
            self.assertEqual(notice["content"]["kind"], "protocol")
        self.assertEqual(self.ok("1").status, "ok")

    def test_a_request_may_come_byte_by_byte(self):
        request = json.dumps({"op": "execute", "cell": "bytes", "code": "print('ü')"},
                             ensure_ascii=False).encode() + b"\n"
        for i in range(len(request)):
            self.host.raw(request[i:i + 1])
        self.assertEqual(self.host.finish("bytes").text(), "ü\n")

    def test_new_and_changed_files_are_named_and_links_are_not(self):
        result = self.ok("import os\nos.makedirs('d/e', exist_ok=True); "
                         "os.makedirs('data', exist_ok=True)\n"
                         "open('r.csv','w').write('abc'); open('d/e/deep.txt','w').close()\n"
                         "open('data/given','w').close(); os.symlink('/etc/passwd', 'link')")
        files = result.of("files")[0]["files"]
        self.assertEqual([(f["name"], f["size"]) for f in files],
                         [("d/e/deep.txt", 0), ("r.csv", 3)])
        self.assertTrue(all(isinstance(f["mtime_ns"], int) for f in files))
        self.assertEqual(self.ok("1").of("files"), [])
        changed = self.ok("open('r.csv','a').write('d')").of("files")[0]["files"]
        self.assertEqual([f["name"] for f in changed], ["r.csv"])

    def test_a_listing_on_request_names_everything(self):
        self.ok("open('one.txt','w').close()")
        self.host.send("files")
        event = self.host.until(lambda e: e["event"] == "files" and e["cell"] is None)
        self.assertIn("one.txt", [f["name"] for f in event["content"]["files"]])

    def test_a_file_name_that_is_not_utf_8_is_spelled_out(self):
        result = self.ok("open(b'n\\xffo','w').close()")
        self.assertEqual(result.of("files")[0]["files"][0]["name"], "n\\udcffo")


class Notices(HostTest):
    environment = {"PIP_NO_INDEX": "1", "SANDGLASS_GRACE": "2"}

    def test_a_missing_module_is_named(self):
        result = self.run_cell("import nosuch_package.sub")
        self.assertEqual(result.status, "error")
        self.assertEqual(result.of("error")[0]["ename"], "ModuleNotFoundError")
        self.assertEqual(result.notices("missing_module")[0]["module"], "nosuch_package")

    def test_a_module_that_is_there_is_not_called_missing(self):
        self.assertEqual(self.run_cell("from os import nosuch").notices("missing_module"), [])

    def test_pip_without_an_index_names_what_was_wanted(self):
        result = self.run_cell("# pip install commented\n"
                               "!echo pip install quoted\n"
                               "%pip install -q no_such_pkg_a 'no_such_pkg_b[x]>=2' ipykernel")
        self.assertEqual(result.notices("pip_offline")[0]["packages"],
                         ["no_such_pkg_a", "no_such_pkg_b"])

    def test_help_is_a_page_and_next_input_is_handed_on(self):
        self.assertIn("Docstring", self.ok("print?").notices("page")[0]["text"])
        result = self.ok("get_ipython().set_next_input('1+2')")
        self.assertEqual(result.notices("set_next_input")[0]["text"], "1+2")

    def test_an_unknown_magic_is_an_error_with_text(self):
        result = self.run_cell("%nosuch")
        self.assertEqual(result.status, "error")
        self.assertIn("nosuch", result.text("stderr"))

    def test_warnings_name_the_cell_and_not_a_file_in_tmp(self):
        text = self.ok("import warnings; warnings.warn('careful')").text("stderr")
        self.assertTrue(text.startswith("<cell>:1: UserWarning: careful"), text)

    def test_a_deep_traceback_is_folded(self):
        result = self.run_cell("def f90(): 1/0\nfor i in range(90):\n"
                               " exec('def f%d(): f%d()' % (i, i + 1))\nf0()")
        traceback = result.of("error")[0]["traceback"]
        self.assertLessEqual(len(traceback), 41)
        self.assertIn("frames left out", traceback[20])

    def test_endless_recursion_is_an_error_of_few_lines(self):
        error = self.run_cell("def f(): f()\nf()").of("error")[0]
        self.assertEqual(error["ename"], "RecursionError")
        self.assertLessEqual(len(error["traceback"]), 60)

    def test_an_error_that_cannot_be_printed_ends_its_cell(self):
        start = time.monotonic()
        result = self.run_cell("class E(Exception):\n def __str__(self): raise KeyError\nraise E")
        self.assertEqual(result.status, "error")
        self.assertTrue(result.of("error"))
        self.assertLess(time.monotonic() - start, 5)

    def test_html_over_a_megabyte_is_left_out_and_said(self):
        result = self.ok("display({'text/plain': 't', 'text/html': 'x' * 1100000}, raw=True)")
        self.assertEqual(result.of("display_data")[0]["data"], {"text/plain": "t"})
        self.assertTrue(result.notices("truncated"))

    def test_asking_for_input_fails_at_once(self):
        for code in ("input()", "import getpass; getpass.getpass()"):
            result = self.run_cell(code)
            self.assertEqual(result.of("error")[0]["ename"], "StdinNotImplementedError")

    def test_commands_that_read_end_at_once(self):
        result = self.ok("!cat\n!read x; echo done\nimport subprocess; subprocess.run(['cat'])")
        self.assertEqual(result.text(), "done\n")

    def test_a_command_tells_its_code_and_keeps_plain_lines(self):
        self.assertEqual(self.ok("!echo a; echo b; exit 3\nprint(_exit_code)").text(), "a\nb\n3\n")
        self.assertEqual(self.ok("name = 'v'\n!echo {name} $name").text(), "v v\n")


class Alone(unittest.TestCase):
    def test_events_are_sent_again_on_request(self):
        host = Host()
        self.addCleanup(host.close)
        last = host.run("print('again')").events[-1]["n"]
        host.send("events", **{"from": last})
        host.until(lambda e: e["n"] == last)
        self.assertEqual(host.events[-1]["event"], "done")

    def test_folders_of_added_packages_come_last_in_the_path(self):
        host = Host()
        self.addCleanup(host.close)
        folder = os.path.join(host.work, "p")
        self.assertEqual(host.run("import os; os.makedirs('p'); "
                                  "open('p/added_mod.py','w').write('v = 5')").status, "ok")
        other = Host(SANDGLASS_PACKAGES=folder, PIP_TARGET=folder + "-later")
        self.addCleanup(other.close)
        result = other.run("import sys, added_mod; print(added_mod.v, sys.path[-2:])")
        self.assertEqual(result.text(), "5 %r\n" % [folder, folder + "-later"])

    def test_no_folder_of_ours_is_in_the_path_and_modules_beside_the_work_are(self):
        host = Host()
        self.addCleanup(host.close)
        result = host.run("import sys; open('mine.py','w').write('w = 6')\nimport mine\n"
                          "print(mine.w, [p for p in sys.path if 'kernel' in p])")
        self.assertEqual(result.text(), "6 []\n")

    def test_the_end_of_the_incoming_side_ends_host_and_kernel(self):
        host = Host()
        self.addCleanup(host.close)
        host.run("import time")
        host.socket.shutdown(socket.SHUT_WR)
        self.assertEqual(host.process.wait(10), 0)


if __name__ == "__main__":
    unittest.main()
