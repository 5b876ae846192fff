// SPDX-License-Identifier: MIT
#include "exe/shell.h"

#include "exe/archive.h"
#include "exe/error.h"
#include "exe/names.h"
#include "exe/parallel.h"
#include "exe/pause.h"
#include "exe/quoting.h"
#include "exe/scripts.h"

#include <QBuffer>
#include <QTemporaryFile>

#include <algorithm>
#include <memory>
#include <mutex>

namespace exedev {

namespace {

constexpr qint64 partSize = 48384;     ///< bytes of one request, 64512 characters in base64
constexpr qint64 worthPacking = 64512; ///< bytes
constexpr int partsAtOnce = 8;
constexpr int mostParts = 1'000'000; ///< their names have six digits

void requireNoNul(const QString &text)
{
    if (text.contains(QChar(0)))
        throw InvalidArgumentError(QStringLiteral("A command or path has a NUL character in it"));
}

bool isSmaller(qint64 packed, qint64 data)
{
    return packed < data / 10 * 9;
}

[[noreturn]] void throwChanged(const QIODevice &device)
{
    const auto *file = qobject_cast<const QFileDevice *>(&device);
    throw LocalFileError(file ? file->fileName() : QString(),
                         QStringLiteral("it changed while it was read"));
}

/// `size` bytes from `at`, which must be there.
QByteArray partOf(QIODevice &device, qint64 at, qint64 size)
{
    QByteArray part = device.seek(at) ? device.read(size) : QByteArray();
    if (part.size() != size)
        throwChanged(device);
    return part;
}

/// Null where it isn't worth it, which the start tells of most data.
std::unique_ptr<QIODevice> packedIfSmaller(QIODevice &data, const Call &call)
{
    if (data.size() <= worthPacking)
        return nullptr;
    const QByteArray start = partOf(data, 0, worthPacking);
    if (!isSmaller(gzipped(start).size(), start.size()))
        return nullptr;
    auto packed = std::make_unique<QTemporaryFile>();
    if (!packed->open() || !data.seek(0))
        throw LocalFileError(packed->fileTemplate(), packed->errorString());
    if (!gzip(data, *packed, call))
        throwChanged(data);
    if (!packed->flush())
        throw LocalFileError(packed->fileName(), packed->errorString());
    return isSmaller(packed->size(), data.size()) ? std::move(packed) : nullptr;
}

} // namespace

QByteArray remotePath(const QString &path)
{
    requireNoNul(path);
    if (path.isEmpty())
        throw InvalidArgumentError(QStringLiteral("The path on the VM is empty"));
    const QByteArray bytes = path.toUtf8();
    if (path == QLatin1String("~"))
        return ".";
    if (path.startsWith(QLatin1String("~/")))
        return "./" + bytes.mid(2);
    return path.startsWith(u'-') ? "./" + bytes : bytes;
}

QByteArray commandLine(const std::variant<QString, QStringList> &command, const QString &folder,
                       const std::map<QString, QString> &environment)
{
    QByteArrayList parts;
    if (!folder.isEmpty())
        parts.append("cd " + quoted(remotePath(folder)) + " || exit");
    for (const auto &[name, value] : environment) {
        requireNoNul(value);
        requireVariableName(name);
        parts.append("export " + name.toUtf8() + '=' + quoted(value.toUtf8()));
    }
    if (const auto *line = std::get_if<QString>(&command)) {
        requireNoNul(*line);
        parts.append(line->toUtf8());
    } else {
        const QStringList &words = std::get<QStringList>(command);
        if (words.isEmpty())
            throw InvalidArgumentError(QStringLiteral("The command has no words"));
        QByteArrayList bytes;
        for (const QString &word : words) {
            requireNoNul(word);
            bytes.append(word.toUtf8());
        }
        parts.append(quotedWords(bytes));
    }
    return parts.join("; ");
}

Shell::Shell(Transport &transport, QString vm)
    : m_transport(transport)
    , m_vm(std::move(vm))
{}

CommandResult Shell::require(CommandResult result, std::initializer_list<int> accepted)
{
    if (result.exitCode != 0 &&
        std::find(accepted.begin(), accepted.end(), result.exitCode) == accepted.end())
        throw CommandError(result);
    return result;
}

CommandResult Shell::script(const char *script, const QByteArrayList &arguments, const Call &call,
                            std::initializer_list<int> accepted)
{
    SshRequest request;
    request.vm = m_vm;
    request.remote = scriptCommand(script, arguments);
    return require(m_transport.ssh(request, call), accepted);
}

CommandResult Shell::streamed(const char *script, const QByteArrayList &arguments,
                              const SshRequest::Sink &onOut, const Call &call,
                              std::initializer_list<int> accepted)
{
    SshRequest request;
    request.vm = m_vm;
    request.remote = scriptCommand(script, arguments);
    request.capture = false;
    request.onOut = onOut;
    QByteArray complaint;
    request.onErr = [&](const QByteArray &bytes) {
        complaint = (complaint + bytes).right(8192);
    };
    CommandResult result = m_transport.ssh(request, call);
    result.err = complaint;
    return require(std::move(result), accepted);
}

QByteArray Shell::fitted(const QByteArray &line,
                         const std::function<QByteArray(const QByteArray &)> &make,
                         const Call &call)
{
    const QByteArray whole = make(line);
    if (fits(sshLine(m_vm, whole)))
        return whole;
    const QByteArray file = uniqueName(QStringLiteral("/tmp/.exedev-command-")).toLatin1();
    write(file, line, "600", call);
    return make("line=$(cat " + file + ") && rm -f " + file + " && eval \"$line\"");
}

void Shell::write(const QByteArray &path, const QByteArray &data, const QByteArray &mode,
                  const Call &call, const OnProgress &onProgress)
{
    QBuffer buffer;
    buffer.setData(data);
    buffer.open(QIODevice::ReadOnly);
    write(path, buffer, mode, call, onProgress);
}

void Shell::write(const QByteArray &path, QIODevice &data, const QByteArray &mode, const Call &call,
                  const OnProgress &onProgress)
{
    const qint64 size = data.size();
    const std::unique_ptr<QIODevice> packed = packedIfSmaller(data, call);
    QIODevice &content = packed ? *packed : data;
    const auto finish = [&](const QByteArray &encoded, const QByteArray &parts) {
        return QByteArrayList{path, mode, packed ? "gz" : "", encoded, parts};
    };
    const QByteArray encoded =
        content.size() <= partSize ? partOf(content, 0, content.size()).toBase64() : QByteArray();
    if (content.size() <= partSize &&
        fits(sshLine(m_vm, scriptCommand(writeScript, finish(encoded, {}))))) {
        script(writeScript, finish(encoded, {}), call);
    } else {
        const QByteArray parts = uniqueName(QStringLiteral("/tmp/.exedev-upload-")).toLatin1();
        try {
            writeParts(parts, content, call, [&](int done, int count) {
                if (onProgress && done < count)
                    onProgress(size * done / count, size);
            });
            script(writeScript, finish({}, parts), call);
        } catch (...) {
            removeParts(parts, call);
            throw;
        }
    }
    if (onProgress)
        onProgress(size, size);
}

void Shell::writeParts(const QByteArray &folder, QIODevice &content, const Call &call,
                       const std::function<void(int done, int count)> &onDone)
{
    const qint64 size = content.size();
    const qint64 count = (size + partSize - 1) / partSize;
    if (count > mostParts)
        throw InvalidArgumentError(QStringLiteral("The file is larger than the 48 GB that can be "
                                                  "sent"));
    std::mutex reading;
    const auto sendPart = [&](int number, const Call &partCall) {
        QByteArray part;
        {
            const std::lock_guard lock(reading);
            const qint64 at = number * partSize;
            part = partOf(content, at, std::min<qint64>(partSize, size - at)).toBase64();
        }
        const QByteArray name = QByteArray::number(number).rightJustified(6, '0');
        script(partScript, {folder, name, part}, partCall);
    };
    inParallel(int(count), partsAtOnce, call, sendPart,
               [&](int done) { onDone(done, int(count)); });
}

void Shell::removeParts(const QByteArray &folder, const Call &call)
{
    Call cleaning;
    cleaning.stop = call.giveUp;
    SshRequest request;
    request.vm = m_vm;
    // Again a little later: a part that was on its way may make the folder anew.
    request.remote =
        "rm -rf " + folder + "; (sleep 2; rm -rf " + folder + ") </dev/null >/dev/null 2>&1 &";
    // Who stopped the call doesn't want to wait for a server that is silent.
    const bool isHurried = call.stop.stop_requested() || call.deadline.hasExpired();
    try {
        m_transport.ssh(request, within(cleaning, std::chrono::seconds(isHurried ? 2 : 30)));
    } catch (const Error &) {
        // Best effort: what brought us here is what the caller has to hear.
    }
}

} // namespace exedev
