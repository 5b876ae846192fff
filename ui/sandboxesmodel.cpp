// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxesmodel.h"

#include "ui/wording.h"

#include <QLocale>

#include <algorithm>

namespace sandglass {

namespace {

constexpr int longestName = 200;

QString tr(const char *text)
{
    return SandboxesModel::tr(text);
}

QString purpose(const VmEntry &entry)
{
    switch (entry.owner) {
    case VmEntry::Owner::Ours:
        if (!entry.hasConversation)
            return tr("Its conversation was deleted");
        return entry.title.isEmpty() ? tr("Untitled conversation")
                                     : entry.title.simplified().left(longestName);
    case VmEntry::Owner::Base:
        return entry.comment.kind == VmComment::Kind::NewBase
                   ? tr("A base that is being made")
                   : tr("The base that sandboxes are copied from");
    case VmEntry::Owner::Relay:
        return tr("Asks the model for all conversations");
    case VmEntry::Owner::Elsewhere:
        return tr("A conversation elsewhere");
    case VmEntry::Owner::Foreign:
        break;
    }
    return entry.info.comment.isEmpty() ? tr("Not made by Sandglass")
                                        : entry.info.comment.simplified().left(longestName);
}

QString sizeWords(const VmSize &size)
{
    return tr("%1 CPU · %2 · %3 disk")
        .arg(QLocale().toString(size.cpus, 'g', 3),
             binarySizeText(static_cast<qint64>(size.memory)),
             binarySizeText(static_cast<qint64>(size.disk)));
}

QString ageText(const QDateTime &since, const QDateTime &now)
{
    if (!since.isValid())
        return QStringLiteral("–");
    const qint64 minutes = std::max<qint64>(0, since.secsTo(now) / 60);
    if (minutes < 60)
        return tr("%1 min").arg(minutes);
    if (minutes < 48 * 60)
        return tr("%1 h").arg(minutes / 60);
    return tr("%1 days").arg(minutes / 60 / 24);
}

} // namespace

QString ownerText(VmEntry::Owner owner)
{
    switch (owner) {
    case VmEntry::Owner::Ours:
        return tr("This computer");
    case VmEntry::Owner::Base:
        return tr("All conversations");
    case VmEntry::Owner::Relay:
        return tr("This computer");
    case VmEntry::Owner::Elsewhere:
        return tr("Another computer");
    case VmEntry::Owner::Foreign:
        break;
    }
    return tr("Not Sandglass");
}

void SandboxesModel::setEntries(const QList<VmEntry> &entries, const QDateTime &now)
{
    beginResetModel();
    m_entries = entries;
    m_now = now;
    QHash<QString, QString> problems;
    for (const VmEntry &entry : entries) {
        if (m_problems.contains(entry.info.name))
            problems.insert(entry.info.name, m_problems.value(entry.info.name));
    }
    m_problems = problems;
    endResetModel();
}

void SandboxesModel::setSize(const QString &vm, const VmSize &size)
{
    const int row = rowOf(vm);
    if (row < 0)
        return;
    m_entries[row].size = size;
    Q_EMIT dataChanged(index(row, Size), index(row, Size));
}

void SandboxesModel::setProblems(const QHash<QString, QString> &problems)
{
    m_problems = problems;
    if (!m_entries.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

int SandboxesModel::rowOf(const QString &vm) const
{
    for (int row = 0; row < m_entries.size(); ++row) {
        if (m_entries[row].info.name == vm)
            return row;
    }
    return -1;
}

int SandboxesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int SandboxesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QString SandboxesModel::text(const VmEntry &entry, int column) const
{
    switch (column) {
    case Conversation:
        return purpose(entry);
    case Owner:
        return ownerText(entry.owner);
    case Name:
        return entry.info.name;
    case Status: {
        const QString problem = m_problems.value(entry.info.name);
        const QString status =
            problem.isEmpty() ? entry.info.status : tr("%1: %2").arg(entry.info.status, problem);
        return entry.comment.isKept ? tr("%1 · kept").arg(status) : status;
    }
    case Age:
        return ageText(entry.info.createdAt.value_or(QDateTime()), m_now);
    case Used:
        return ageText(entry.used, QDateTime::currentDateTimeUtc());
    case Size:
        return entry.size ? sizeWords(*entry.size) : QStringLiteral("–");
    default:
        return {};
    }
}

QVariant SandboxesModel::sortValue(const VmEntry &entry, int column) const
{
    switch (column) {
    case Age: // the youngest is the least
        return entry.info.createdAt ? -entry.info.createdAt->toMSecsSinceEpoch() : 0;
    case Used:
        return entry.used.isValid() ? -entry.used.toMSecsSinceEpoch() : 0;
    case Size:
        return entry.size ? entry.size->memory : 0.0;
    default:
        return text(entry, column).toCaseFolded();
    }
}

QVariant SandboxesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const VmEntry &entry = m_entries[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(text(entry, index.column()));
    case SortRole:
        return sortValue(entry, index.column());
    default:
        return {};
    }
}

QVariant SandboxesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static const std::array<const char *, Columns> names{
        QT_TR_NOOP("Conversation"), QT_TR_NOOP("Belongs to"), QT_TR_NOOP("Sandbox"),
        QT_TR_NOOP("Status"),       QT_TR_NOOP("Age"),        QT_TR_NOOP("Last use"),
        QT_TR_NOOP("Size")};
    return tr(names[static_cast<size_t>(section)]);
}

Qt::ItemFlags SandboxesModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const bool isForeign = m_entries[index.row()].owner == VmEntry::Owner::Foreign;
    return isForeign ? Qt::ItemFlags(Qt::NoItemFlags)
                     : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

SandboxesOrder::SandboxesOrder(SandboxesModel *model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(model);
    setSortRole(SandboxesModel::SortRole);
}

bool SandboxesOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const VmEntry &a = m_model->entry(left.row());
    const VmEntry &b = m_model->entry(right.row());
    if (a.owner != b.owner) // in either direction
        return (a.owner < b.owner) == (sortOrder() == Qt::AscendingOrder);
    const QVariant x = left.data(SandboxesModel::SortRole);
    const QVariant y = right.data(SandboxesModel::SortRole);
    if (x.userType() == QMetaType::QString)
        return QString::localeAwareCompare(x.toString(), y.toString()) < 0;
    return x.toDouble() < y.toDouble();
}

} // namespace sandglass
