// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/imagesize.h"

#include <gtest/gtest.h>

namespace sandglass {
namespace {

QSize sizeOf(const QByteArray &metadata)
{
    MimeBundle bundle;
    bundle.metadata = metadata;
    return shownImageSize(bundle, QStringLiteral("image/png"));
}

TEST(ShownImageSize, IsWhatTheMetadataSays)
{
    EXPECT_EQ(sizeOf(R"({"image/png":{"width":640,"height":480}})"), QSize(640, 480));
    EXPECT_EQ(sizeOf(R"({"image/png":{"width":640.9,"height":480.0,"more":[]}})"), QSize(640, 480));
    EXPECT_EQ(sizeOf(R"({"image/png":{"width":1,"height":20000}})"), QSize(1, 20000));
}

TEST(ShownImageSize, IsInvalidForWhateverElseAKernelSays)
{
    const QByteArray rows[] = {
        "",
        "{",
        "[]",
        "null",
        "{}",
        "\xff\xfe",
        R"({"image/jpeg":{"width":640,"height":480}})",
        R"({"image/png":[640,480]})",
        R"({"image/png":{"width":640}})",
        R"({"image/png":{"width":"640","height":"480"}})",
        R"({"image/png":{"width":true,"height":480}})",
        R"({"image/png":{"width":0,"height":480}})",
        R"({"image/png":{"width":-640,"height":480}})",
        R"({"image/png":{"width":0.5,"height":480}})",
        R"({"image/png":{"width":20001,"height":480}})",
        R"({"image/png":{"width":1e300,"height":480}})",
        R"({"image/png":{"width":1e999,"height":480}})",
        R"({"image/png":{"width":18446744073709551615,"height":480}})",
        R"({"image/png":{"width":640,"height":480},"x":")" + QByteArray(70'000, 'x') + "\"}",
        QByteArray(60'000, '['),
    };
    for (const QByteArray &row : rows)
        EXPECT_FALSE(sizeOf(row).isValid()) << row.left(80).toStdString();
}

} // namespace
} // namespace sandglass
