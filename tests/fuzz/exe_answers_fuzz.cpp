// SPDX-License-Identifier: GPL-3.0-or-later
#include "exe/documents.h"
#include "exe/error.h"
#include "exe/errortext.h"
#include "exe/names.h"
#include "exe/shapes.h"
#include "fuzz/cut.h"

using namespace exedev;
namespace fuzz = sandglass::fuzz;

namespace {

/// Reads the document as every answer there is; each may only refuse it.
void readAll(const nlohmann::json &json)
{
    const auto attempt = [&](auto read) {
        try {
            read(json);
        } catch (const ProtocolError &) {
            return;
        }
    };
    attempt([](const auto &answer) {
        for (const VmInfo &vm : vmsOf(answer))
            fuzz::require(isVmName(vm.name) && !vm.status.isEmpty());
    });
    attempt([](const auto &answer) { fuzz::require(isVmName(vmOfNew(answer).name)); });
    attempt([](const auto &answer) { fuzz::require(isVmName(vmOfCopy(answer).name)); });
    attempt([](const auto &answer) { resizeResult(answer); });
    attempt([](const auto &answer) { stats(answer); });
    attempt([](const auto &answer) { shareShown(answer); });
    attempt([](const auto &answer) { shareChanged(answer); });
    attempt([](const auto &answer) { account(answer); });
    attempt([](const auto &answer) { fuzz::require(!apiKey(answer).token.isEmpty()); });
    attempt([](const auto &answer) {
        VmInfo vm;
        vm.name = QStringLiteral("a");
        takeOver(vm, QStringLiteral("tag"), answer);
        takeNewName(vm, answer);
        fuzz::require(isVmName(vm.name));
    });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::input(data, size);
    const QString text = errorText(bytes);
    fuzz::require(text.size() <= 200 && !text.contains(u'\n') && !text.contains(u'\x1b'));
    const auto found = documents(bytes);
    if (!found)
        return 0;
    for (const nlohmann::json &document : *found)
        readAll(document);
    try {
        removeResult(*found);
    } catch (const ProtocolError &) {
        return 0;
    }
    return 0;
}
