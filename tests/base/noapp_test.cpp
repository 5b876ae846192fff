// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/httpcall.h"

#include <gtest/gtest.h>

#include <thread>

namespace sandglass {
namespace {

// This program has no QCoreApplication: that is what is tested.
TEST(HttpCallWithoutAnApplication, ThrowsAtOnceInAnyThread)
{
    const auto call = [] {
        HttpRequest request;
        request.url = QUrl(QStringLiteral("http://127.0.0.1:1/"));
        try {
            HttpCall::send(request, {});
            ADD_FAILURE();
        } catch (const Error &error) {
            EXPECT_EQ(error.kind(), ErrorKind::Unsupported);
            EXPECT_TRUE(error.failure().text.contains(QStringLiteral("QCoreApplication")));
        }
    };
    call();
    std::thread(call).join();
}

} // namespace
} // namespace sandglass

int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
