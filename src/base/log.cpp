// SPDX-License-Identifier: MIT
#include "base/log.h"

#include "base/error.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cstdio>
#include <memory>
#include <mutex>

namespace sandglass {

Q_LOGGING_CATEGORY(lcNet, "sandglass.net")
Q_LOGGING_CATEGORY(lcSandbox, "sandglass.sandbox")
Q_LOGGING_CATEGORY(lcModel, "sandglass.model")
Q_LOGGING_CATEGORY(lcApp, "sandglass.app")

namespace {

constexpr qint64 longestFile = 1024 * 1024;

/// The file that messages go to. Qt's message handler is a plain function, so this is reached
/// through a static; any thread writes.
class LogFile
{
public:
    explicit LogFile(const QString &path)
        : m_file(path)
    {
        QDir().mkpath(QFileInfo(path).absolutePath());
        if (!open())
            throw Error(
                ErrorKind::File,
                QStringLiteral("The log %1 can't be written: %2").arg(path, m_file.errorString()),
                QStringLiteral("Check the folder's permissions and the free space."));
    }

    void write(const QByteArray &line)
    {
        const std::lock_guard lock(m_mutex);
        if (m_file.size() + line.size() > longestFile)
            rotate();
        m_file.write(line);
        m_file.flush();
    }

private:
    bool open()
    {
        const auto ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
        return m_file.open(QIODevice::WriteOnly | QIODevice::Append, ownerOnly) &&
               m_file.setPermissions(ownerOnly);
    }

    void rotate()
    {
        const QString path = m_file.fileName();
        const QString old = path + QLatin1String(".1");
        m_file.close();
        QFile::remove(old);
        QFile::rename(path, old);
        open();
    }

    std::mutex m_mutex;
    QFile m_file;
};

std::unique_ptr<LogFile> &logFile()
{
    static std::unique_ptr<LogFile> file;
    return file;
}

const char *word(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    case QtCriticalMsg:
        return "critical";
    case QtFatalMsg:
        break;
    }
    return "fatal";
}

void handleMessage(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    const QString line =
        QStringLiteral("%1 %2 %3: %4\n")
            .arg(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs),
                 QLatin1String(word(type)),
                 QLatin1String(context.category ? context.category : "default"), redacted(text));
    const QByteArray bytes = line.toUtf8();
    if (logFile())
        logFile()->write(bytes);
    if (type != QtDebugMsg && type != QtInfoMsg)
        std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stderr);
}

} // namespace

void logToFile(const QString &path)
{
    logFile() = std::make_unique<LogFile>(path);
    qInstallMessageHandler(handleMessage);
}

} // namespace sandglass
