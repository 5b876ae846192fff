// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/safename.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <QSet>

using namespace sandglass;

namespace {

struct Row
{
    const char *given;
    const char *safe;
};

constexpr Row Kept[] = {
    {"Simple – Générer la suite.csv", "Simple – Générer la suite.csv"},
    {"image (1).png", "image (1).png"},
    {"数据 2024.xlsx", "数据 2024.xlsx"},
    {"👩‍🔬 notes.txt", "👩‍🔬 notes.txt"},
    {"no extension", "no extension"},
    {"a&b;c$(d)`e`'f\".csv", "a&b;c$(d)`e`'f\".csv"},
    {"x.parquet", "x.parquet"},
    {"CONTENT.txt", "CONTENT.txt"},
    {"com.txt", "com.txt"},
    {"COM10.txt", "COM10.txt"},
};

constexpr Row Changed[] = {
    {"Ge\xcc\x81ne\xcc\x81rer.csv", "Générer.csv"}, // NFD
    {"/home/me/a.csv", "a.csv"},
    {"C:\\Users\\me\\a.csv", "a.csv"},
    {"../../.bashrc", "_.bashrc"},
    {"../../etc/passwd", "passwd"},
    {"folder/", "folder"},
    {"-rf", "_-rf"},
    {".hidden", "_.hidden"},
    {"  spaces  .csv", "spaces  .csv"},
    {"dots...", "dots"},
    {"end .", "end"},
    {"two\nlines.csv", "two_lines.csv"},
    {"tab\there\r.csv", "tab_here_.csv"},
    {"esc\x1b[31m.csv", "esc_[31m.csv"},
    {"line\xe2\x80\xa8sep.csv", "line_sep.csv"},
    {"c1\xc2\x85.csv", "c1_.csv"},
    {"photo\xe2\x80\xaegpj.exe", "photogpj.exe"}, // shows as "photoexe.jpg"
    {"\xef\xbb\xbfmark.csv", "mark.csv"},
    {"CON", "_CON"},
    {"con.csv", "_con.csv"},
    {"Aux .txt", "_Aux .txt"},
    {"nul.tar.gz", "_nul.tar.gz"},
    {"COM1", "_COM1"},
    {"LPT9.log", "_LPT9.log"},
    {"com\xc2\xb9.log", "_com¹.log"},
    {"CONIN$", "_CONIN$"},
};

} // namespace

TEST(SafeName, KeepsWhatIsAGoodName)
{
    for (const Row &row : Kept)
        EXPECT_EQ(safeName(QString::fromUtf8(row.given)), QString::fromUtf8(row.safe));
}

TEST(SafeName, MakesABadNameSafe)
{
    for (const Row &row : Changed)
        EXPECT_EQ(safeName(QString::fromUtf8(row.given)), QString::fromUtf8(row.safe)) << row.given;
}

TEST(SafeName, GivesTheSameForWhatItGave)
{
    for (const Row &row : Changed) {
        const QString safe = safeName(QString::fromUtf8(row.given));
        EXPECT_EQ(safeName(safe), safe);
    }
}

TEST(SafeName, RefusesWhereNothingOfANameIsLeft)
{
    for (const char *given :
         {"", ".", "..", "/", "///", "../..", "a/..", " ", " . ", "....", "\xe2\x80\xae", "\\"}) {
        try {
            safeName(QString::fromUtf8(given));
            ADD_FAILURE() << "accepted: " << given;
        } catch (const Error &error) {
            EXPECT_EQ(error.kind(), ErrorKind::InvalidInput);
            EXPECT_FALSE(error.failure().text.isEmpty());
            EXPECT_FALSE(error.failure().remedy.isEmpty());
        }
    }
}

TEST(SafeName, ReplacesHalfACharacter)
{
    QString name = QStringLiteral("half");
    name += QChar(0xd83d);
    EXPECT_EQ(safeName(name + QStringLiteral(".csv")), QStringLiteral("half_.csv"));
}

TEST(SafeName, IsNeverOver255BytesAndKeepsTheExtension)
{
    struct Long
    {
        QString stem;
        QString extension;
    };
    const Long table[] = {
        {QString(300, QLatin1Char('a')), QStringLiteral(".csv")},
        {QString(255, QLatin1Char('a')), QStringLiteral(".csv")},
        {QString(200, QChar(0x00e9)), QStringLiteral(".tar.gz")},
        {QStringLiteral("😀").repeated(100), QStringLiteral(".png")},
        {QString(100'000, QChar(0x6570)), QString()},
        {QString(300, QLatin1Char('a')), QStringLiteral(".no extension at all, it's a sentence")},
    };
    for (const Long &row : table) {
        const QString safe = safeName(row.stem + row.extension);
        EXPECT_LE(safe.toUtf8().size(), 255);
        EXPECT_GE(safe.toUtf8().size(), 250);
        EXPECT_EQ(safe.endsWith(row.extension), row.extension.size() < 20);
        EXPECT_FALSE(safe.contains(QChar(QChar::ReplacementCharacter)));
        EXPECT_EQ(QString::fromUtf8(safe.toUtf8()), safe);
    }
    const QString exact = QString(251, QLatin1Char('b')) + QStringLiteral(".csv");
    EXPECT_EQ(safeName(exact), exact);
}

TEST(Numbered, KeepsAFreeNameAndNumbersATakenOne)
{
    const QString image = QStringLiteral("image.png");
    EXPECT_EQ(numbered(image, {}), image);
    EXPECT_EQ(numbered(image, {QStringLiteral("other.png")}), image);
    EXPECT_EQ(numbered(image, {image}), QStringLiteral("image (1).png"));
    EXPECT_EQ(numbered(image, {image, QStringLiteral("image (1).png")}),
              QStringLiteral("image (2).png"));
    EXPECT_EQ(numbered(image, {QStringLiteral("IMAGE.PNG")}), QStringLiteral("image (1).png"));
    EXPECT_EQ(numbered(QStringLiteral("a.tar.gz"), {QStringLiteral("a.tar.gz")}),
              QStringLiteral("a (1).tar.gz"));
    EXPECT_EQ(numbered(QStringLiteral("notes"), {QStringLiteral("notes")}),
              QStringLiteral("notes (1)"));
}

TEST(Numbered, StaysWithin255Bytes)
{
    const QString name = QString(251, QLatin1Char('b')) + QStringLiteral(".csv");
    const QString second = numbered(name, {name});
    EXPECT_LE(second.toUtf8().size(), 255);
    EXPECT_TRUE(second.endsWith(QStringLiteral("b (1).csv")));
}
