// SPDX-License-Identifier: MIT
#include "exe/failure.h"

#include "exe/error.h"

#include <gtest/gtest.h>

namespace exedev {
namespace {

using sandglass::ErrorKind;

TEST(FailureTest, EachErrorHasAKindAndWholeSentences)
{
    const QString ls = QStringLiteral("ls");
    const QString web = QStringLiteral("web");
    const CommandResult result;
    const auto expect = [](const Error &error, ErrorKind kind) {
        const sandglass::Failure failure = failureOf(error);
        EXPECT_EQ(failure.kind, kind) << error.what();
        EXPECT_TRUE(failure.text.endsWith(u'.')) << failure.text.toStdString();
        EXPECT_TRUE(failure.remedy.isEmpty() || failure.remedy.endsWith(u'.'));
        EXPECT_FALSE(failure.text.contains(u'\n'));
    };
    expect(AuthenticationError(ls, 401, "{}"), ErrorKind::Auth);
    expect(PermissionDeniedError(ls, 403, "{}"), ErrorKind::Permission);
    expect(NotFoundError(ls, 404, "{}"), ErrorKind::NotFound);
    expect(RateLimitError(ls, 429, "{}"), ErrorKind::RateLimited);
    expect(VmNotRunningError(web, "{}"), ErrorKind::NotRunning);
    expect(ApiError(ls, 500, "{}"), ErrorKind::Protocol);
    const QByteArray full = "{\"error\": \"VM limit reached: 50\"}";
    expect(ApiError(QStringLiteral("new"), 422, full), ErrorKind::OutputLimit);
    expect(ApiError(QStringLiteral("cp"), 422, full), ErrorKind::OutputLimit);
    expect(ApiError(ls, 422, full), ErrorKind::Protocol);
    expect(ProtocolError(ls, web), ErrorKind::Protocol);
    expect(NetworkError(ls, web, true), ErrorKind::NetworkEffectUnknown);
    expect(NetworkError(ls, web, false), ErrorKind::NotRunning);
    expect(CommandInterruptedError(web, result, true), ErrorKind::NetworkEffectUnknown);
    expect(CommandInterruptedError(web, result, false), ErrorKind::NotRunning);
    expect(OutputLimitError(result, 8), ErrorKind::OutputLimit);
    expect(CommandTimeoutError(result), ErrorKind::TimedOut);
    expect(TimeoutError(web), ErrorKind::TimedOut);
    expect(CancelledError(web), ErrorKind::Cancelled);
    expect(InvalidArgumentError(web), ErrorKind::InvalidInput);
    expect(VmReadyError(web, ls), ErrorKind::SetupFailed);
    expect(VmSetupError(web, ls, 1, {}, {}), ErrorKind::SetupFailed);
    expect(LocalFileError(web, ls), ErrorKind::File);
}

} // namespace
} // namespace exedev
