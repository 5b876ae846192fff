#!/usr/bin/env python3
"""An HTTP server that misbehaves on request, for the tests of HttpCall.

    fault_server.py [--log FILE] [--tls CERT KEY] [--other PORT]

Prints "PORT n" on stdout once it listens, and ends when its stdin closes. What it does depends on
the path:

    /echo           200, JSON of method, path, headers (lower case) and body
    /status/N       answers with status N and a body "status N"
    /close          closes the connection before answering
    /reset          the same with a TCP reset
    /redirect/N     status N with Location: http://127.0.0.1:OTHER/echo
    /slow           "0123456789", one byte each 20 ms
    /stall          headers and "begin", then silence
    /silent         no answer at all
    /cut            Content-Length 1000 but ten bytes, then close
    /cut-chunked    one chunk of a chunked body, then close
    /huge           a body that never ends
    /header         a header line that never ends
    /headers        header lines that never end
    /garbage        bytes that aren't HTTP
    /html           200 with an HTML page
    /unauthorized   401 that asks for a password
    /big/N          N bytes of body

Acts as a proxy as well: a request for an absolute address is answered by itself, with the header
"Via: fault-proxy"; CONNECT is refused with 403.
Each request is one line of the log: {"method", "path", "headers", "body"}.
"""
import argparse
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

OPTIONS = argparse.Namespace()
LOG_LOCK = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        record = {"method": self.command, "path": self.path, "headers": headers,
                  "body": body.decode("utf-8", "replace")}
        if OPTIONS.log:
            with LOG_LOCK, open(OPTIONS.log, "a", encoding="utf-8") as log:
                log.write(json.dumps(record) + "\n")
        parts = urlsplit(self.path)
        self.by_proxy = bool(parts.scheme)
        name, _, argument = parts.path.lstrip("/").partition("/")
        action = getattr(self, "do_" + name.replace("-", "_"), None)
        if self.command == "CONNECT":
            self.answer(403, b"no tunnels here")
        elif action is None:
            self.answer(404, b"no such fault")
        else:
            action(argument, record)

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_CONNECT = handle_any

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if self.by_proxy:
            self.send_header("Via", "fault-proxy")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def drop(self):
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def wait_for_peer(self):
        """Blocks until the peer is gone."""
        self.wfile.flush()
        self.close_connection = True
        try:
            while self.connection.recv(4096):
                pass
        except OSError:
            pass

    def pour(self, piece):
        self.close_connection = True
        try:
            while True:
                self.wfile.write(piece)
        except OSError:
            pass

    def do_echo(self, _, record):
        self.answer(200, json.dumps(record).encode(),
                    [("Content-Type", "application/json"), ("X-Mixed-Case", "Yes")])

    def do_status(self, argument, _):
        self.answer(int(argument), b"" if argument == "204" else f"status {argument}".encode())

    def do_close(self, *_):
        self.drop()

    def do_reset(self, *_):
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def do_redirect(self, argument, _):
        self.answer(int(argument), b"elsewhere",
                    [("Location", f"http://127.0.0.1:{OPTIONS.other}/echo")])

    def do_slow(self, *_):
        self.send_response(200)
        self.send_header("Content-Length", "10")
        self.end_headers()
        for digit in b"0123456789":
            self.wfile.write(bytes([digit]))
            self.wfile.flush()
            time.sleep(0.02)

    def do_stall(self, *_):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"begin")
        self.wait_for_peer()

    def do_silent(self, *_):
        self.wait_for_peer()

    def do_cut(self, *_):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"0123456789")
        self.drop()

    def do_cut_chunked(self, *_):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"5\r\nbegin\r\n")
        self.drop()

    def do_huge(self, *_):
        self.send_response(200)
        self.end_headers()
        self.pour(b"x" * 65536)

    def do_header(self, *_):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        self.pour(b"y" * 65536)

    def do_headers(self, *_):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        self.pour(b"X-More: yes\r\n" * 4096)

    def do_garbage(self, *_):
        self.wfile.write(b"SSH-2.0-not_http\r\n\r\nhello\r\n")
        self.drop()

    def do_html(self, *_):
        self.answer(200, b"<!DOCTYPE html><html><body>Welcome</body></html>",
                    [("Content-Type", "text/html")])

    def do_unauthorized(self, *_):
        self.answer(401, b"who are you?", [("WWW-Authenticate", 'Basic realm="test"')])

    def do_big(self, argument, _):
        self.answer(200, b"z" * int(argument))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--log")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--other", type=int, default=0)
    parser.parse_args(namespace=OPTIONS)
    server = Server(("127.0.0.1", 0), Handler)
    if OPTIONS.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*OPTIONS.tls)
        server.socket = context.wrap_socket(server.socket, server_side=True,
                                            do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("PORT", server.server_address[1], flush=True)
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
