// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayList>

namespace exedev {

// What this library runs on a VM: POSIX sh scripts, to which values go only as arguments. Their
// exit statuses with a meaning:

constexpr int missing = 2;     ///< no such file or process
constexpr int isDirectory = 3; ///< a folder where a file was expected
constexpr int alreadyRuns = 3; ///< of spawnScript: a process of that name runs

extern const char *const runScript;      ///< LINE: runs it; it ends with this script's parent
extern const char *const writeScript;    ///< PATH MODE gz|'' DATA|'' PARTS|''
extern const char *const partScript;     ///< FOLDER NAME DATA
extern const char *const readScript;     ///< PATH
extern const char *const downloadScript; ///< PATH: F and the bytes, or D and a gzipped tar
extern const char *const untarScript;    ///< ARCHIVE FOLDER
extern const char *const flushScript;    ///< writes what waits for the VM's own disk

extern const char *const spawnScript;  ///< NAME LINE: prints the pid
extern const char *const stateScript;  ///< NAME: prints "PID running", "PID exited N", "PID lost"
extern const char *const listScript;   ///< prints "NAME STATE" for each process
extern const char *const waitScript;   ///< NAME NONCE yes|no: waits, prints the outputs
extern const char *const logsScript;   ///< NAME [LINES]
extern const char *const signalScript; ///< NAME SIGNAL

/// The shell command that runs `script` with `arguments`.
QByteArray scriptCommand(const char *script, const QByteArrayList &arguments = {});

} // namespace exedev
