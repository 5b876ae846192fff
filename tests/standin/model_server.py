#!/usr/bin/env python3
"""A scripted model server that speaks the OpenAI Chat Completions API, for tests.

    model_server.py [--code FILE]… [--text TEXT] [--answer TEXT] [--mode MODE] [--script FILE.json]
                    [--log FILE] [--model NAME]… [--key KEY] [--delay MS] [--bytes] [--calls N]

It prints "PORT n" on stdout once it listens on 127.0.0.1 and ends when its stdin closes. The base
URL is http://127.0.0.1:PORT/v1 (GET /v1/models, POST /v1/chat/completions). Plain standard library.

Ordinary mode, without --script, looks only at the last message of each request:
  * a user's: streams --text (default "Let me compute that.") and a call run_python with the code of
    a --code file. The n-th user message gets the n-th file, the last file again after that. With no
    --code it streams the answer at once.
  * a tool's: streams --answer (default "The result is: {result}"), where {result} stands for the
    text of the tool result. With --calls N the first N results of a question get another call of
    the same question's code first (a model that goes on calling).

--script FILE.json is a list of replies used in order, the last one again after that, whatever the
request: [{"text": "…{result}…", "code": ["…", …], "mode": "ordinary"}, …]; all keys may be absent.

--log FILE writes one JSON line for each request: {"n", "method", "path", "headers", "body"}; body is
the parsed JSON, headers have lower-case names; the Authorization header is written as it came.
--model NAME is what /models lists (default "stand-in"; "--model ''" lists none); another model in a
request gets 404 model_not_found. --key KEY: any other key gets 401.
--delay MS waits between chunks. --bytes sends one byte a TCP write.

--mode MODE (or "mode" of a script's reply) changes how a reply is given:
  ordinary          as above
  no-tools          400 "NAME does not support tools" as long as the request has tools; without
                    tools it answers with the code in a fenced python block
  text-call         the call as bare JSON text;  fenced-call: in a ```json fence
  doubled-call      {{"name": …}};  tagged-call: <tool_call>…</tool_call>
  no-index          tool call deltas without an index;  zero-index: index 0 for every call
  object-arguments  arguments as an object, not a string
  two-calls         the same code twice, with different ids, in one reply
  other-tool        a call of a tool that was not offered
  bad-arguments     arguments that are not JSON
  length-in-call    cut in the arguments, finish_reason "length"
  relabelled-cut    the same with finish_reason "tool_calls"
  cut               text, then the connection closes inside a line
  cut-in-call       the connection closes inside the arguments
  no-done           ends without finish_reason and without [DONE]
  error-event       text, then an error object in the stream (HTTP 200)
  error-event-named text, then "event: error"
  endless-line      a line that never ends;  endless-text: text that never ends
  stall             some text, then silence;  silent: no answer at all
  close             closes before answering
  html              200 with an HTML page;  html-404: 404 with an HTML page
  json              a whole (not streamed) completion though a stream was asked for
  slow              text a word each 200 ms
  401 403 404 500 502 503 529   that status with an error body;  context: 400 context too long
  429               429 with Retry-After (--retry-after, default "1") for the first --failures
                    requests (default 1), then ordinary; 503-once and 529-once likewise
  usage-null        usage null on each chunk; last chunk with empty choices
"""
import argparse
import json
import os
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OPTIONS = argparse.Namespace()
LOCK = threading.Lock()
STATE = {"requests": 0, "failures": 0, "script": 0}


def text_of(message):
    content = message.get("content") or ""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def code_for(messages):
    """The code for the question that is being answered, or None."""
    if not OPTIONS.code:
        return None
    asked = sum(1 for m in messages if m.get("role") == "user" and not is_fallback_result(m))
    return read(OPTIONS.code[min(max(asked, 1), len(OPTIONS.code)) - 1])


def is_fallback_result(message):
    """A result given back as a user's message, for want of tools."""
    return message.get("role") == "user" and text_of(message).startswith("Result of the code:")


def results_since_question(messages):
    results = []
    for message in reversed(messages):
        if message.get("role") == "tool" or is_fallback_result(message):
            results.insert(0, text_of(message))
        elif message.get("role") == "user":
            break
    return results


def plan(body):
    """(text, [code, …], mode) of the next reply: scripted, or by the last message."""
    if OPTIONS.script:
        with LOCK:
            step = OPTIONS.script[min(STATE["script"], len(OPTIONS.script) - 1)]
            STATE["script"] += 1
        results = results_since_question(body["messages"])
        text = step.get("text", "").replace("{result}", results[-1] if results else "")
        return text, step.get("code", []), step.get("mode", OPTIONS.mode)
    messages = body.get("messages") or [{}]
    results = results_since_question(messages)
    code = code_for(messages)
    answered = messages[-1].get("role") == "tool" or is_fallback_result(messages[-1])
    if code is None or (answered and len(results) > OPTIONS.calls):
        answer = OPTIONS.answer.replace("{result}", "\n".join(results))
        return answer, [], OPTIONS.mode
    return OPTIONS.text, [code], OPTIONS.mode


def pieces(text, size):
    return [text[i:i + size] for i in range(0, len(text), size)]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.record(None)
        if not self.key_is_right():
            return
        if self.path.rstrip("/") == "/v1/models":
            names = [name for name in OPTIONS.model if name]
            self.json(200, {"object": "list",
                            "data": [{"id": name, "object": "model"} for name in names]})
        else:
            self.html(404)

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            body = json.loads(raw)
        except ValueError:
            self.record(raw.decode("utf-8", "replace"))
            self.error(400, "the body is not JSON")
            return
        self.record(body)
        if self.path != "/v1/chat/completions":
            self.html(404)
            return
        if not self.key_is_right():
            return
        if OPTIONS.model != [""] and body.get("model") not in OPTIONS.model:
            self.error(404, f"The model `{body.get('model')}` does not exist", "model_not_found")
            return
        try:
            self.reply(body)
        except OSError:
            self.close_connection = True

    # What is answered -------------------------------------------------------------------------

    def reply(self, body):
        mode_now = OPTIONS.mode if not OPTIONS.script else None
        if mode_now and self.refuse(mode_now, body):
            return
        text, codes, mode = plan(body)
        if mode != mode_now and self.refuse(mode, body):
            return
        method = getattr(self, "mode_" + mode.replace("-", "_"), None)
        self.body = body
        if method:
            method(text, codes)
        else:
            self.ordinary(text, codes, mode)

    def refuse(self, mode, body):
        """Modes that answer without a stream. True when it did."""
        statuses = {"401": "Incorrect API key provided", "403": "You may not use this model",
                    "404": "The model does not exist", "500": "The server had an error",
                    "502": "Bad gateway", "503": "Loading model", "529": "Overloaded"}
        if mode in statuses:
            self.error(int(mode), statuses[mode], "model_not_found" if mode == "404" else None)
        elif mode in ("429", "503-once", "529-once"):
            with LOCK:
                STATE["failures"] += 1
                if STATE["failures"] > OPTIONS.failures:
                    return False
            status = int(mode[:3])
            headers = [("Retry-After", OPTIONS.retry_after)] if OPTIONS.retry_after else []
            self.error(status, "Slow down" if status == 429 else "Overloaded", headers=headers)
        elif mode == "context":
            self.json(400, {"error": {
                "code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 9030,
                "n_ctx": 8192, "message": "request (9030 tokens) exceeds the available context "
                "size (8192 tokens), try increasing it"}})
        elif mode == "no-tools" and body.get("tools"):
            self.error(400, f"registry.ollama.ai/library/{body['model']} does not support tools")
        elif mode in ("html", "html-404"):
            self.html(404 if mode == "html-404" else 200)
        elif mode == "close":
            self.drop()
        elif mode == "silent":
            self.wait_for_peer()
        else:
            return False
        return True

    def ordinary(self, text, codes, mode):
        self.begin()
        self.say(text)
        if mode == "two-calls":
            codes = codes * 2
        for index, code in enumerate(codes):
            self.call(index, code, mode)
        self.end_reply("tool_calls" if codes else "stop")

    def call(self, index, code, mode):
        name = "launch_rocket" if mode == "other-tool" else "run_python"
        arguments = json.dumps({"code": code}, ensure_ascii=False)
        if mode == "bad-arguments":
            arguments = '{"code": print(1)'
        place = {} if mode == "no-index" else {"index": 0 if mode == "zero-index" else index}
        call_id = f"call_{STATE['requests']}_{index}"
        if mode == "object-arguments":
            self.chunk({"tool_calls": [{**place, "id": call_id, "type": "function", "function": {
                "name": name, "arguments": {"code": code}}}]})
            return
        self.chunk({"tool_calls": [{**place, "id": call_id, "type": "function", "function": {
            "name": name, "arguments": ""}}]})
        for piece in pieces(arguments, 12):
            self.chunk({"tool_calls": [{**place, "function": {"arguments": piece}}]})

    def as_text(self, text, codes, form):
        self.begin()
        if codes:
            call = json.dumps({"name": "run_python", "arguments": {"code": codes[0]}}, indent=1)
            text = form.replace("CALL", call).replace("CODE", codes[0])
        self.say(text)
        self.end_reply("stop")

    def mode_text_call(self, text, codes):
        self.as_text(text, codes, "CALL")

    def mode_fenced_call(self, text, codes):
        self.as_text(text, codes, "```json\nCALL\n```")

    def mode_doubled_call(self, text, codes):
        self.as_text(text, codes, "{CALL}")

    def mode_tagged_call(self, text, codes):
        self.as_text(text, codes, "<tool_call>\nCALL\n</tool_call>")

    def mode_no_tools(self, text, codes):
        self.as_text(text, codes, text + "\n\n```python\nCODE\n```\n")

    def half_call(self, codes):
        arguments = json.dumps({"code": codes[0] if codes else "print(1)"})
        self.chunk({"tool_calls": [{"index": 0, "id": "call_cut", "type": "function", "function": {
            "name": "run_python", "arguments": arguments[:len(arguments) // 2]}}]})

    def mode_length_in_call(self, text, codes):
        if not codes:
            self.ordinary(text, codes, "ordinary")
            return
        self.begin()
        self.say(text)
        self.half_call(codes)
        self.end_reply("length")

    def mode_relabelled_cut(self, text, codes):
        if not codes:
            self.ordinary(text, codes, "ordinary")
            return
        self.begin()
        self.half_call(codes)
        self.end_reply("tool_calls")

    def mode_cut(self, text, _):
        self.begin()
        self.say(text)
        self.send(b'data: {"choices":[{"index":0,"delta":{"content":"and th')
        self.drop()

    def mode_cut_in_call(self, text, codes):
        self.begin()
        self.say(text)
        self.half_call(codes)
        self.drop()

    def mode_no_done(self, text, codes):
        self.begin()
        self.say(text)
        for index, code in enumerate(codes):
            self.call(index, code, "ordinary")
        self.end_body()

    def mode_error_event(self, text, _):
        self.begin()
        self.say(text)
        self.data({"error": {"message": "The engine is overloaded", "type": "overloaded_error",
                             "code": 529}})
        self.end_body()

    def mode_error_event_named(self, text, _):
        self.begin()
        self.say(text)
        self.send(b'event: error\ndata: {"type":"error","error":{"type":"overloaded_error",'
                  b'"message":"Overloaded"}}\n\n')
        self.end_body()

    def mode_endless_line(self, text, _):
        self.begin()
        self.say(text)
        self.send(b'data: {"choices":[{"index":0,"delta":{"content":"')
        while True:
            self.send(b"x" * 65536)

    def mode_endless_text(self, text, _):
        self.begin()
        self.say(text)
        while True:
            self.chunk({"content": "more " * 2000})

    def mode_stall(self, text, _):
        self.begin()
        self.say(text)
        self.wait_for_peer()

    def mode_json(self, text, codes):
        calls = [{"id": f"call_{i}", "type": "function", "function": {
            "name": "run_python", "arguments": json.dumps({"code": code})}}
            for i, code in enumerate(codes)]
        self.json(200, {"object": "chat.completion", "choices": [{
            "index": 0, "finish_reason": "tool_calls" if calls else "stop",
            "message": {"role": "assistant", "content": text,
                        **({"tool_calls": calls} if calls else {})}}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7}})

    def mode_slow(self, text, codes):
        self.begin()
        for word in text.split(" "):
            self.chunk({"content": word + " "})
            time.sleep(0.2)
        for index, code in enumerate(codes):
            self.call(index, code, "ordinary")
        self.end_reply("tool_calls" if codes else "stop")

    # How it is sent ---------------------------------------------------------------------------

    def begin(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.chunk({"role": "assistant", "content": None})

    def say(self, text):
        for piece in pieces(text, 7):
            self.chunk({"content": piece})

    def chunk(self, delta, finish=None):
        extra = {"usage": None} if OPTIONS.mode == "usage-null" else {}
        self.data({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "stand-in",
                   "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **extra})

    def data(self, value):
        line = "data: " + json.dumps(value, ensure_ascii=False) + "\n\n"
        self.send(line.encode())
        if OPTIONS.delay:
            time.sleep(OPTIONS.delay / 1000)

    def send(self, data):
        for piece in ([bytes([b]) for b in data] if OPTIONS.bytes else [data]):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))

    def end_reply(self, reason):
        self.chunk({}, reason)
        self.data({"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [],
                   "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}})
        self.send(b"data: [DONE]\n\n")
        self.end_body()

    def end_body(self):
        self.wfile.write(b"0\r\n\r\n")

    def drop(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def wait_for_peer(self):
        self.close_connection = True
        try:
            while self.connection.recv(4096):
                pass
        except OSError:
            pass

    def json(self, status, value, headers=()):
        self.whole(status, "application/json", json.dumps(value).encode(), headers)

    def error(self, status, message, code=None, headers=()):
        self.json(status, {"error": {"message": message, "type": "invalid_request_error",
                                     "code": code}}, headers)

    def html(self, status):
        self.whole(status, "text/html; charset=utf-8",
                   b"<!DOCTYPE html><html><head><title>Welcome</title></head>"
                   b"<body>A web page</body></html>")

    def whole(self, status, content_type, body, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def key_is_right(self):
        if OPTIONS.key and self.headers.get("Authorization") != "Bearer " + OPTIONS.key:
            self.error(401, "Incorrect API key provided", "invalid_api_key")
            return False
        return True

    def record(self, body):
        with LOCK:
            STATE["requests"] += 1
            if OPTIONS.log:
                headers = {name.lower(): value for name, value in self.headers.items()}
                with open(OPTIONS.log, "a", encoding="utf-8") as log:
                    log.write(json.dumps({"n": STATE["requests"], "method": self.command,
                                          "path": self.path, "headers": headers,
                                          "body": body}) + "\n")


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(*_)  # a fault of this script: it has to be seen


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", action="append", default=[])
    parser.add_argument("--text", default="Let me compute that.")
    parser.add_argument("--answer", default="The result is: {result}")
    parser.add_argument("--mode", default="ordinary")
    parser.add_argument("--script", type=lambda path: json.loads(read(path)))
    parser.add_argument("--log")
    parser.add_argument("--model", action="append", default=[])
    parser.add_argument("--key")
    parser.add_argument("--delay", type=int, default=0)
    parser.add_argument("--bytes", action="store_true")
    parser.add_argument("--calls", type=int, default=0)
    parser.add_argument("--retry-after", default="1")
    parser.add_argument("--failures", type=int, default=1)
    parser.parse_args(namespace=OPTIONS)
    OPTIONS.model = OPTIONS.model or ["stand-in"]
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("PORT", server.server_address[1], flush=True)
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
