// SPDX-License-Identifier: MIT
#include "exe/setupprobe.h"

#include "exe/error.h"

#include <QHash>

namespace exedev {

namespace {

using Fields = QHash<QByteArray, QByteArray>;

[[noreturn]] void refuse(const char *key)
{
    throw ProtocolError(QStringLiteral("ssh"),
                        QStringLiteral("the state of the setup script has no “%1” that can be read")
                            .arg(QLatin1String(key)));
}

SetupState failed(const QByteArray &result)
{
    SetupState state;
    state.kind = SetupState::Kind::Failed;
    state.result = QString::fromUtf8(result);
    return state;
}

SetupState pendingIf(bool isPending)
{
    SetupState state;
    state.kind = isPending ? SetupState::Kind::Pending : SetupState::Kind::Done;
    return state;
}

bool isSet(const QByteArray &timestamp)
{
    return !timestamp.isEmpty() && timestamp != "0";
}

SetupState scriptFailure(const Fields &fields, const QByteArray &output)
{
    const QByteArray result = fields.value("Result");
    SetupState state = failed(result.isEmpty() ? QByteArray("failed") : result);
    const QByteArray code = fields.value("ExecMainCode");
    bool isNumber = false;
    const int status = fields.value("ExecMainStatus").toInt(&isNumber);
    if (isNumber && code == "1")
        state.exitCode = status;
    if (isNumber && (code == "2" || code == "3"))
        state.signal = status;
    state.output = output;
    return state;
}

SetupState unitState(const Fields &fields, const QByteArray &output)
{
    const QByteArray active = fields.value("ActiveState");
    if (active.isEmpty())
        refuse("ActiveState");
    if (active == "activating" || active == "deactivating" || active == "reloading")
        return pendingIf(true);
    const bool exited = isSet(fields.value("ExecMainExitTimestampMonotonic"));
    if (active == "failed" || (exited && fields.value("Result") != "success"))
        return scriptFailure(fields, output);
    const bool skipped = isSet(fields.value("ConditionTimestampMonotonic")) &&
                         fields.value("ConditionResult") == "no";
    if (exited || skipped || fields.value("Setup") == "absent")
        return pendingIf(false);
    const QByteArray system = fields.value("SystemState");
    if (isSet(fields.value("Job")) || system == "initializing" || system == "starting")
        return pendingIf(true);
    return failed("not-run");
}

} // namespace

QByteArray setupProbe()
{
    return R"sh(unit=exe-setup.service
if [ -e /exe.dev/setup ]; then echo Setup=present; else echo Setup=absent; fi
if [ ! -d /run/systemd/system ]; then
    if [ -e /etc/systemd/system/exe-setup.service ]; then echo State=booting
    else echo State=unsupported; fi
    exit 0
fi
shown=$(systemctl show "$unit" -p LoadState -p ActiveState -p Job -p Result -p ExecMainCode \
    -p ExecMainStatus -p ExecMainExitTimestampMonotonic -p ConditionResult \
    -p ConditionTimestampMonotonic 2>/dev/null) || { echo State=booting; exit 0; }
printf '%s\n' "$shown"
echo "SystemState=$(systemctl is-system-running 2>/dev/null)"
case $shown in
*ActiveState=failed*)
    echo ---
    journalctl -b -n 50 -o cat --no-pager _SYSTEMD_UNIT="$unit" _TRANSPORT=stdout 2>/dev/null;;
esac
exit 0
)sh";
}

SetupState setupState(const QByteArray &printed)
{
    Fields fields;
    qsizetype from = 0;
    QByteArray output;
    while (from < printed.size()) {
        qsizetype end = printed.indexOf('\n', from);
        if (end < 0)
            end = printed.size();
        const QByteArray line = printed.mid(from, end - from);
        from = end + 1;
        if (line == "---") {
            output = printed.mid(from);
            break;
        }
        const qsizetype equals = line.indexOf('=');
        if (equals > 0)
            fields.insert(line.left(equals), line.mid(equals + 1).trimmed());
    }
    const QByteArray setup = fields.value("Setup");
    if (setup != "present" && setup != "absent")
        refuse("Setup");
    const QByteArray state = fields.value("State");
    const QByteArray load = fields.value("LoadState");
    if (state == "booting")
        return pendingIf(setup == "present");
    if (state == "unsupported" || load == "not-found")
        return setup == "present" ? failed("unsupported") : pendingIf(false);
    if (load.isEmpty())
        refuse("LoadState");
    return unitState(fields, output);
}

} // namespace exedev
