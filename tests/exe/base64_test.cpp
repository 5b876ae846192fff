// SPDX-License-Identifier: MIT
#include "exe/base64.h"

#include <gtest/gtest.h>

#include <QRandomGenerator>

namespace exedev {
namespace {

TEST(Base64, GivesBackWhatWasEncoded)
{
    QRandomGenerator random(7);
    for (int size = 0; size < 600; ++size) {
        QByteArray bytes(size, 0);
        for (char &c : bytes)
            c = char(random.generate());
        EXPECT_EQ(fromBase64(bytes.toBase64()), bytes);
    }
}

TEST(Base64, RefusesWhateverElseStandsThere)
{
    const QByteArray rows[] = {
        "A",
        "AA",
        "AAA",
        "AAAAA",
        "A===",
        "====",
        "=AAA",
        "A=AA",
        "AA=A",
        "AA A",
        "AAA\n",
        "AA-_",
        "AAAA=",
        "AA==AA==",
        "AAA=AAAA",
        "AAAAAAA\xc3",
        QByteArray("\0AAA", 4),
        "AAA\"",
        "AAA\\",
        "A\x80"
        "AA",
    };
    for (const QByteArray &row : rows)
        EXPECT_FALSE(fromBase64(row)) << row.toHex().toStdString();
}

TEST(Base64, TakesWhatQtTakes)
{
    QRandomGenerator random(11);
    const QByteArray letters = "ABab01+/=- \n";
    for (int round = 0; round < 20'000; ++round) {
        QByteArray text(4 * random.bounded(1, 4), 0);
        for (char &c : text)
            c = letters[random.bounded(letters.size())];
        const auto qt = QByteArray::fromBase64Encoding(
            text, QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        const auto ours = fromBase64(text);
        if (ours) {
            EXPECT_TRUE(qt) << text.toStdString();
            EXPECT_EQ(*ours, qt.decoded) << text.toStdString();
        }
    }
}

} // namespace
} // namespace exedev
