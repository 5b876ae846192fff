// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace sandglass {

class Button;
class PlainLabel;

/// Files as small frames beside each other, each with its name and size, in rows as wide as there
/// is room; where it is wanted, with a button that takes one away. GUI thread.
class FileChips : public QWidget
{
    Q_OBJECT

public:
    struct File
    {
        QString name;
        qint64 size = -1; ///< bytes; negative where it isn't known

        friend bool operator==(const File &, const File &) = default;
    };
    /// More aren't shown each by itself.
    static constexpr int maxChips = 40;

    FileChips(bool removable, QWidget *parent = nullptr);

    void setFiles(const QList<File> &files);
    QStringList names() const;
    /// Lays out for this width and gives the height.
    int arrange(int width);
    /// The width that it takes in one row.
    int naturalWidth() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void removeRequested(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Chip
    {
        PlainLabel *label;
        Button *remove; ///< may be null
        QRect frame;
    };

    void addChip(const QString &text, const QString &name);
    QSize chipSize(const Chip &chip) const;
    /// Where each chip goes; gives the height.
    int layoutRows(int width, std::vector<QRect> *places) const;

    bool m_removable;
    QList<File> m_files;
    std::vector<Chip> m_chips;
};

} // namespace sandglass
