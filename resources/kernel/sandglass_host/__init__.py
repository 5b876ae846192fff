"""The host side: process, pipes, protocol. Nothing in here runs in the kernel."""
