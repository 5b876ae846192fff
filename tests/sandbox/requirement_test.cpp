// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/requirement.h"

#include <gtest/gtest.h>

using namespace sandglass;

namespace {

struct Row
{
    const char *given;
    const char *read; ///< null: refused
};

constexpr Row Requirements[] = {
    {"seaborn", "seaborn"},
    {"  seaborn  ", "seaborn"},
    {"a", "a"},
    {"scikit-learn", "scikit-learn"},
    {"zope.interface", "zope.interface"},
    {"pandas[excel]", "pandas[excel]"},
    {"pandas [excel, sql] >= 2 , < 3", "pandas[excel,sql]>=2,<3"},
    {"polars>=1", "polars>=1"},
    {"six==1.16.0", "six==1.16.0"},
    {"six == 1.*", "six==1.*"},
    {"torch==2.1.0+cpu", "torch==2.1.0+cpu"},
    {"x~=1.0", "x~=1.0"},
    {"x!=1!2.0", "x!=1!2.0"},
    {"", nullptr},
    {" ", nullptr},
    {"-r /etc/passwd", nullptr},
    {"--index-url=http://evil", nullptr},
    {"-e", nullptr},
    {".", nullptr},
    {"..", nullptr},
    {"./pkg", nullptr},
    {"/tmp/pkg", nullptr},
    {"a/b", nullptr},
    {"C:\\x", nullptr},
    {"x.whl", nullptr},
    {"x-1.0-py3-none-any.whl", nullptr},
    {"x.tar.gz", nullptr},
    {"x==1.0.zip", nullptr},
    {"git+https://host/x", nullptr},
    {"https://host/x", nullptr},
    {"x @ https://host/x", nullptr},
    {"x; python_version<'3'", nullptr},
    {"x==1 --pre", nullptr},
    {"x y", nullptr},
    {"x===1", nullptr},
    {"x>=", nullptr},
    {"x[", nullptr},
    {"x[]", nullptr},
    {"x\ny", nullptr},
    {"x\n", "x"},
    {"_x", nullptr},
    {"x-", nullptr},
    {"sé", nullptr},
    {"$(id)", nullptr},
};

struct ModuleRow
{
    const char *module;
    const char *package; ///< null: nothing to offer
    bool known;
};

constexpr ModuleRow Modules[] = {
    {"sklearn", "scikit-learn", true},
    {"sklearn.svm", "scikit-learn", true},
    {"cv2", "opencv-python-headless", true},
    {"PIL", "pillow", true},
    {"PIL.Image", "pillow", true},
    {"yaml", "PyYAML", true},
    {"bs4", "beautifulsoup4", true},
    {"seaborn", "seaborn", true},
    {"more_itertools", "more-itertools", true},
    {"google.protobuf", "protobuf", true},
    {"google.protobuf.message", "protobuf", true},
    {"some_unknown_thing", "some_unknown_thing", false},
    {"tkinter", nullptr, false},
    {"_tkinter", nullptr, false},
    {"distutils.core", nullptr, false},
    {"__main__", nullptr, false},
    {"_private", nullptr, false},
    {"", nullptr, false},
    {"a b", nullptr, false},
    {"x;y", nullptr, false},
    {"--pre", nullptr, false},
    {"模块", nullptr, false},
};

} // namespace

TEST(Requirement, IsANameWithVersionsAndNothingElse)
{
    for (const Row &row : Requirements) {
        const auto requirement = parsedRequirement(QString::fromUtf8(row.given));
        ASSERT_EQ(requirement.has_value(), row.read != nullptr) << row.given;
        EXPECT_EQ(requirement ? requirement->text() : QString(), QString::fromUtf8(row.read));
    }
    EXPECT_FALSE(parsedRequirement(QString(201, QLatin1Char('a'))));
}

TEST(Requirement, KnowsTwoSpellingsOfOnePackage)
{
    EXPECT_EQ(normalizedPackage(QStringLiteral("Zope._-Interface")),
              QStringLiteral("zope-interface"));
    EXPECT_EQ(normalizedPackage(QStringLiteral("more_itertools")),
              normalizedPackage(QStringLiteral("More-Itertools")));
}

TEST(PackageForModule, KnowsOtherNamesGuessesOwnOnesAndRefusesTheRest)
{
    for (const ModuleRow &row : Modules) {
        const auto offer = packageForModule(QString::fromUtf8(row.module));
        ASSERT_EQ(offer.has_value(), row.package != nullptr) << row.module;
        if (!offer)
            continue;
        EXPECT_EQ(offer->package, QString::fromUtf8(row.package));
        EXPECT_EQ(offer->known, row.known) << row.module;
        EXPECT_TRUE(parsedRequirement(offer->package).has_value());
    }
}
