// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/kernelfiles.h"

#include "base/error.h"

#include <gmock/gmock.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

#include <map>

using namespace sandglass;

namespace {

std::map<QString, QByteArray> filesBelow(const QString &root)
{
    std::map<QString, QByteArray> files;
    QDirIterator it(root, {QStringLiteral("*.py")}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        files[file.fileName().mid(root.size())] = file.readAll();
    }
    return files;
}

class KernelFilesTest : public testing::Test
{
protected:
    QTemporaryDir m_data;
};

TEST_F(KernelFilesTest, AreExactlyThoseOfTheSource)
{
    const QString folder = KernelFiles::unpack(m_data.path());

    EXPECT_TRUE(folder.startsWith(m_data.path() + QStringLiteral("/kernel/")));
    const auto source = filesBelow(QStringLiteral(SANDGLASS_SOURCE_DIR "/resources/kernel"));
    EXPECT_EQ(source.count(QStringLiteral("/host.py")), 1U);
    const auto unpacked = filesBelow(folder);
    ASSERT_EQ(unpacked.size(), source.size()) << "resources/kernel.qrc misses or has too many";
    for (const auto &[name, content] : source)
        EXPECT_TRUE(unpacked.count(name) == 1 && unpacked.at(name) == content)
            << name.toStdString();
}

TEST_F(KernelFilesTest, AreWrittenOnceAndMendedWhereDamaged)
{
    const QString folder = KernelFiles::unpack(m_data.path());
    QFile host(folder + QStringLiteral("/host.py"));
    ASSERT_TRUE(host.resize(3));

    EXPECT_EQ(KernelFiles::unpack(m_data.path()), folder);

    EXPECT_GT(host.size(), 3);
    EXPECT_EQ(QDir(m_data.path() + QStringLiteral("/kernel"))
                  .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
                  .size(),
              1);
}

TEST_F(KernelFilesTest, ADataFolderThatCannotBeWrittenIsAnErrorWithAReason)
{
    QFile file(m_data.filePath(QStringLiteral("file")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));

    try {
        KernelFiles::unpack(file.fileName());
        FAIL() << "it went through";
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::SetupFailed);
        EXPECT_TRUE(error.failure().text.contains(file.fileName()));
    }
}

} // namespace
