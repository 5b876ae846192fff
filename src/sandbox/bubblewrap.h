// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "sandbox/datamount.h"
#include "sandbox/pipes.h"
#include "sandbox/pythonenvironment.h"

#include <QByteArrayList>

#include <chrono>
#include <optional>
#include <vector>

namespace sandglass {

/// What a sandbox shall see. All paths are absolute.
struct SandboxLayout
{
    QString work;     ///< read and written by cells
    QString data;     ///< read-only, at data/ inside the work folder
    QString packages; ///< read-only, the conversation's layer
    QString kernel;   ///< read-only, holds host.py
    PythonEnvironment python;
    std::vector<DataMount> mounts; ///< their mount points exist in `data`
    bool network = false;
    std::chrono::seconds grace{10};
};

/// The command line of bubblewrap: an allow-list of mounts, every namespace its own, the kernel
/// host as its process 1. Each option's reason stands where it is added. Made anew for each start,
/// since the descriptors that it names are read once.
class BubblewrapCommand
{
public:
    /// With a network, `info` is written the child's id and `block` is waited on (both -1 without).
    /// Throws Error(SetupFailed) where a folder is missing or would show more than it should.
    BubblewrapCommand(const SandboxLayout &layout, int info, int block);

    const QByteArrayList &words() const { return m_words; }
    std::vector<int> descriptors() const; ///< that the child has to keep

private:
    using Words = QByteArrayList;

    /// The file of certificate authorities that the system trusts; empty for none.
    static QByteArray systemAuthorities();

    void add(std::initializer_list<QByteArray> words);
    void bindIfThere(const QByteArray &path);
    void dataFile(const QByteArray &content, const QByteArray &path);
    void setVariable(const char *name, const QByteArray &value);
    void addNamespaces(const SandboxLayout &layout, int info, int block);
    void addSystem();
    void addAccounts(bool network);
    void addTemporary(const SandboxLayout &layout);
    void addPython(const SandboxLayout &layout);
    void addFolders(const SandboxLayout &layout);
    void addVariables(const SandboxLayout &layout);

    Words m_options;
    Words m_words;
    std::vector<Descriptor> m_files;
    std::vector<int> m_passed;
};

/// The work folder as cells see it.
inline constexpr char workInside[] = "/home/user/work";

/// The options that show /usr and the folders of programs and libraries beside it.
QByteArrayList systemFolders();

/// Absolute path of bubblewrap: our own copy beside the program where the package brought one,
/// else the system's. Empty for none.
QString bubblewrapPath();

/// Nothing where bubblewrap can make a sandbox on this machine, else why not and what to do.
/// Starts it for some milliseconds. Any thread.
std::optional<Failure> checkBubblewrap();

} // namespace sandglass
