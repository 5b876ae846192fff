// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/figures.h"

#include "base/error.h"

#include <gmock/gmock.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace sandglass;
using namespace sandglass::cli;

namespace {

MimeBundle bundle(const QString &mime, const QByteArray &bytes, const QString &id = {})
{
    MimeBundle b;
    b.data[mime] = bytes;
    b.data[QStringLiteral("text/plain")] = "<Figure>";
    b.displayId = id;
    return b;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

class FiguresTest : public testing::Test
{
protected:
    QTemporaryDir m_folder;
};

TEST_F(FiguresTest, AreNumberedWithTheirKind)
{
    Figures figures(m_folder.path() + QStringLiteral("/new"));

    const auto one = figures.keep(DisplayData{bundle(QStringLiteral("image/png"), "P")});
    const auto two = figures.keep(ExecuteResult{bundle(QStringLiteral("image/svg+xml"), "S"), 1});
    const auto none = figures.keep(DisplayData{bundle(QStringLiteral("text/html"), "<b>")});

    ASSERT_TRUE(one && two);
    EXPECT_FALSE(none);
    EXPECT_EQ(one->name, QStringLiteral("figure-1.png"));
    EXPECT_EQ(contentOf(one->path), "P");
    EXPECT_EQ(two->name, QStringLiteral("figure-2.svg"));
    EXPECT_EQ(contentOf(two->path), "S");
}

TEST_F(FiguresTest, NeverWriteOverWhatIsThere)
{
    QFile own(m_folder.filePath(QStringLiteral("figure-1.png")));
    ASSERT_TRUE(own.open(QIODevice::WriteOnly));
    own.write("mine");
    own.close();
    const QString victim = m_folder.filePath(QStringLiteral("victim"));
    ASSERT_TRUE(QFile::link(victim, m_folder.filePath(QStringLiteral("figure-1 (1).png"))));
    Figures figures(m_folder.path());

    const auto kept = figures.keep(DisplayData{bundle(QStringLiteral("image/png"), "P")});

    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->name, QStringLiteral("figure-1 (2).png"));
    EXPECT_EQ(contentOf(own.fileName()), "mine");
    EXPECT_FALSE(QFileInfo::exists(victim));
}

TEST_F(FiguresTest, AnUpdatedDisplayWritesOverItsOwnFile)
{
    Figures figures(m_folder.path());
    const QString id = QStringLiteral("d1");

    figures.keep(DisplayData{bundle(QStringLiteral("image/png"), "old", id)});
    const auto kept =
        figures.keep(UpdateDisplayData{bundle(QStringLiteral("image/png"), "new", id)});

    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->name, QStringLiteral("figure-1.png"));
    EXPECT_EQ(contentOf(kept->path), "new");
    EXPECT_EQ(QDir(m_folder.path()).entryList(QDir::Files).size(), 1);
}

TEST_F(FiguresTest, WithoutAFolderTheyGoToAPrivateTemporaryOne)
{
    Figures figures({});

    const auto kept = figures.keep(DisplayData{bundle(QStringLiteral("image/png"), "P")});

    ASSERT_TRUE(kept);
    const QFileInfo folder(QFileInfo(kept->path).path());
    EXPECT_TRUE(folder.filePath().startsWith(QDir::tempPath()));
    EXPECT_EQ(folder.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    QDir(folder.filePath()).removeRecursively();
}

TEST_F(FiguresTest, AFolderThatCannotBeMadeIsAnError)
{
    QFile file(m_folder.filePath(QStringLiteral("file")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    Figures figures(file.fileName() + QStringLiteral("/below"));

    EXPECT_THROW(figures.keep(DisplayData{bundle(QStringLiteral("image/png"), "P")}), Error);
}

} // namespace
