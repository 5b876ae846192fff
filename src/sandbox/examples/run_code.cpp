// SPDX-License-Identifier: GPL-3.0-or-later
// Runs each argument as Python code in one VM at exe.dev: run_code "x = 6" "print(x * 7)". Charts
// become chart-1.png and so on in the current folder. The token comes from EXE_TOKEN.
#include <exedev/client.h>
#include <sandglass-sandbox/codesandbox.h>

#include <QCoreApplication>
#include <QFile>

#include <cstdio>
#include <stdexcept>

namespace {

void save(const QString &name, const QByteArray &content)
{
    QFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush())
        throw std::runtime_error((name + ": " + file.errorString()).toStdString());
}

int run(const QStringList &cells)
{
    exedev::ClientOptions access;
    access.baseUrl = QUrl(qEnvironmentVariable("EXE_BASE_URL", "https://exe.dev"));
    sandglass::CodeSandbox sandbox(access); // its VM is deleted at the end of the scope
    int failures = 0;
    int charts = 0;
    for (const QString &code : cells) {
        const sandglass::CodeResult result = sandbox.runCode(code);
        std::fputs(qPrintable(result.text), stdout);
        for (const QByteArray &png : result.images)
            save(QStringLiteral("chart-%1.png").arg(++charts), png);
        for (const QString &note : result.notes)
            std::fprintf(stderr, "%s\n", qPrintable(note));
        if (!result.isWhole)
            std::fputs("There was more output than is kept.\n", stderr);
        if (!result.error.isEmpty()) {
            std::fprintf(stderr, "%s\n", qPrintable(result.error));
            ++failures;
        }
    }
    return failures == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    try {
        return run(QCoreApplication::arguments().mid(1));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
