// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/vmentry.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QSortFilterProxyModel>

namespace sandglass {

/// The VMs at exe.dev as a table. GUI thread.
class SandboxesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Conversation, Owner, Name, Status, Age, Used, Size, Columns };
    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// `now` by exe.dev's clock.
    void setEntries(const QList<VmEntry> &entries, const QDateTime &now);
    void setSize(const QString &vm, const VmSize &size);
    /// What went wrong with a VM, until it is gone or tried again: name -> reason.
    void setProblems(const QHash<QString, QString> &problems);

    const QList<VmEntry> &entries() const { return m_entries; }
    const VmEntry &entry(int row) const { return m_entries[row]; }
    int rowOf(const QString &vm) const; ///< -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// What no interpreter made can't be selected, so that nothing here can delete it.
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QString text(const VmEntry &entry, int column) const;
    QVariant sortValue(const VmEntry &entry, int column) const;

    QList<VmEntry> m_entries;
    QDateTime m_now;
    QHash<QString, QString> m_problems;
};

/// Sorts the table, but keeps VMs of one owner together: ours first. GUI thread.
class SandboxesOrder : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit SandboxesOrder(SandboxesModel *model, QObject *parent = nullptr);

protected:
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    SandboxesModel *m_model;
};

/// Whose a VM is, in a few words.
QString ownerText(VmEntry::Owner owner);

} // namespace sandglass
