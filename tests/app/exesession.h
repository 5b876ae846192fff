// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/openconversation.h"
#include "app/session.h"
#include "parts/localparts.h"
#include "sandbox/exekit.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QProcess>

namespace sandglass::test {

using exedev::test::text;

inline QString counting(int count)
{
    return QStringLiteral("import time\nopen('runs', 'a').write('x')\nfor i in range(%1):\n"
                          "    print(i, flush=True)\n    time.sleep(0.02)\n")
        .arg(count);
}

inline QByteArray counted(int count)
{
    QByteArray all;
    for (int i = 0; i < count; ++i)
        all += QByteArray::number(i) + '\n';
    return all;
}

/// A whole session whose cells run in a VM of the stand-in, with all that is real behind it.
class ExeSession : public testing::Test
{
protected:
    void SetUp() override
    {
        m_settings.dataFolder = m_data.path();
        m_settings.exeUrl = m_server->baseUrl();
        m_settings.sandbox = Settings::SandboxKind::Exe;
        m_settings.packages = QStringList{text("ipykernel"), text("numpy")};
        open();
    }

    void open()
    {
        m_session.reset();
        m_session = std::make_unique<Session>(localParts(), m_settings, m_id);
        QObject::connect(m_session.get(), &Session::failed, m_session.get(),
                         [this](const Failure &failure) { m_failures << failure; });
        QObject::connect(m_session.get(), &Session::saved, m_session.get(),
                         [this](const QString &name, const QString &) { m_saved << name; });
        m_session->setExeToken(Secret(m_token));
    }

    bool idle()
    {
        return waitFor([this] { return !m_session->isBusy(); }, 60'000);
    }

    CellId run(const QString &code)
    {
        const CellId cell = m_session->runCell(code);
        EXPECT_TRUE(idle());
        return cell;
    }

    const CellBlock &block(const CellId &cell) const { return *m_session->document().cell(cell); }

    QByteArray printed(const CellId &cell) const
    {
        QByteArray all;
        for (const ShownOutput &output : block(cell).outputs) {
            if (const auto *stream = std::get_if<StreamText>(&output.value))
                all += stream->head + stream->tail;
        }
        return all;
    }

    QString vm() const
    {
        const auto &place = m_session->document().place();
        return place ? place->vm : QString();
    }

    QStringList notices(QLatin1String kind) const
    {
        QStringList found;
        for (const Block &block : m_session->document().blocks()) {
            const auto *notice = std::get_if<NoticeBlock>(&block);
            if (notice && notice->record.notice.kind == kind)
                found << notice->record.notice.text;
        }
        return found;
    }

    /// Goes on with what a killed app would have left on the disk at this moment.
    void killAndOpen()
    {
        auto copy = std::make_unique<QTemporaryDir>();
        QProcess::execute(text("cp"),
                          {text("-a"), m_settings.dataFolder + text("/."), copy->path()});
        m_session.reset();
        QFile::remove(copy->path() + text("/conversations/") + m_id.toString() + text("/lock"));
        m_settings.dataFolder = copy->path();
        m_copies.push_back(std::move(copy));
        open();
    }

    QString write(const char *name, const QByteArray &content)
    {
        QFile file(m_given.filePath(text(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        return file.fileName();
    }

    QTemporaryDir m_data;
    std::vector<std::unique_ptr<QTemporaryDir>> m_copies;
    QTemporaryDir m_given;
    ExeServer m_server;
    Settings m_settings;
    ConversationId m_id = ConversationId::create();
    QByteArray m_token = "all";
    QList<Failure> m_failures;
    QStringList m_saved;
    std::unique_ptr<Session> m_session;
};

} // namespace sandglass::test
