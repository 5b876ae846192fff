// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filechips.h"

#include "ui/button.h"
#include "ui/frame.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QPainter>

namespace sandglass {

namespace {

constexpr int padX = 9;
constexpr int padY = 3;
constexpr int gap = 6;
constexpr int maxText = 300; // pixels of a name

} // namespace

FileChips::FileChips(bool removable, QWidget *parent)
    : QWidget(parent)
    , m_removable(removable)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();
}

void FileChips::setFiles(const QList<File> &files)
{
    if (files == m_files)
        return;
    m_files = files;
    for (const Chip &chip : m_chips) {
        for (QWidget *widget :
             {static_cast<QWidget *>(chip.label), static_cast<QWidget *>(chip.remove)}) {
            if (widget == nullptr)
                continue;
            widget->hide();
            widget->deleteLater(); // its click may be on the call stack
        }
    }
    m_chips.clear();
    for (const File &file : files.mid(0, maxChips)) {
        const QString size =
            file.size < 0 ? QString() : QStringLiteral(" · ") + sizeText(file.size);
        const int room = maxText - fontMetrics().horizontalAdvance(size);
        addChip(QStringLiteral("▤ ") +
                    fontMetrics().elidedText(file.name.simplified(), Qt::ElideMiddle, room) + size,
                file.name);
    }
    if (files.size() > maxChips)
        addChip(tr("and %1 more").arg(countText(files.size() - maxChips)), {});
    setVisible(!files.isEmpty());
    updateGeometry();
    arrange(width());
    update();
}

void FileChips::addChip(const QString &text, const QString &name)
{
    Chip chip{new PlainLabel(PlainLabel::Rank::Normal, text, this), nullptr, {}};
    chip.label->setObjectName(QStringLiteral("fileChip"));
    chip.label->setWordWrap(false);
    chip.label->setToolTip(plainToolTip(name));
    chip.label->show();
    if (m_removable && !name.isEmpty()) {
        chip.remove = new Button(Button::Look::Plain, QStringLiteral("✕"), this);
        chip.remove->setObjectName(QStringLiteral("removeFile"));
        chip.remove->setAccessibleName(tr("Remove %1").arg(name));
        connect(chip.remove, &Button::clicked, this,
                [this, name] { Q_EMIT removeRequested(name); });
        chip.remove->show();
    }
    m_chips.push_back(chip);
}

QStringList FileChips::names() const
{
    QStringList names;
    for (const File &file : m_files)
        names << file.name;
    return names;
}

QSize FileChips::chipSize(const Chip &chip) const
{
    const QSize text = chip.label->sizeHint();
    const int button = chip.remove == nullptr ? 0 : chip.remove->sizeHint().width() - padX / 2;
    return {text.width() + 2 * padX + button, text.height() + 2 * padY};
}

int FileChips::layoutRows(int width, std::vector<QRect> *places) const
{
    int x = 0;
    int y = 0;
    int height = 0;
    for (const Chip &chip : m_chips) {
        const QSize size = chipSize(chip).boundedTo(QSize(std::max(40, width), 1 << 16));
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += size.height() + gap;
        }
        if (places != nullptr)
            places->push_back(QRect(QPoint(x, y), size));
        x += size.width() + gap;
        height = y + size.height();
    }
    return height;
}

int FileChips::arrange(int width)
{
    std::vector<QRect> places;
    const int height = layoutRows(width, &places);
    for (size_t i = 0; i < m_chips.size(); ++i) {
        Chip &chip = m_chips[i];
        chip.frame = places[i];
        QRect text = chip.frame.adjusted(padX, padY, -padX, -padY);
        if (chip.remove != nullptr) {
            const QSize size(chip.remove->sizeHint().width(), chip.frame.height() - 2);
            const QPoint corner(chip.frame.right() - size.width(), chip.frame.top() + 1);
            chip.remove->setGeometry(QRect(corner, size));
            text.setRight(chip.remove->x() - 1);
        }
        chip.label->setGeometry(text);
    }
    return height;
}

int FileChips::naturalWidth() const
{
    int width = -gap;
    for (const Chip &chip : m_chips)
        width += chipSize(chip).width() + gap;
    return std::max(0, width);
}

int FileChips::heightForWidth(int width) const
{
    return layoutRows(width, nullptr);
}

QSize FileChips::sizeHint() const
{
    return {200, heightForWidth(width())};
}

void FileChips::resizeEvent(QResizeEvent *)
{
    arrange(width());
}

void FileChips::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    for (const Chip &chip : m_chips)
        drawRoundedFrame(painter, chip.frame, 5, theme.window, theme.border);
}

} // namespace sandglass
