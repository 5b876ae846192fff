// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/codesandbox.h"
#include "sandbox/output.h"

#include <vector>

namespace sandglass {

/// Makes one CodeResult of what a cell showed: displays that are updated or cleared count as they
/// were at the end. Bounded, whatever is added. A value; any thread.
class CodeOutput
{
public:
    static constexpr qint64 maxBytes = 32 * 1024 * 1024; ///< of text and images together
    static constexpr qsizetype maxError = 100'000;       ///< characters
    static constexpr qsizetype maxNotes = 20;

    void add(const Output &output);
    void add(const Notice &notice);
    CodeResult finish(const CellResult &result) const;

private:
    struct Piece
    {
        QString displayId;
        QByteArray text;
        QByteArray png;

        qint64 size() const;
    };

    void clearIfDue();
    void addText(const QByteArray &text);
    void addPiece(Piece piece);
    void update(const Piece &newest);
    static Piece pieceOf(const MimeBundle &bundle);

    std::vector<Piece> m_pieces;
    QString m_error;
    QStringList m_notes;
    qint64 m_bytes = 0;
    bool m_isWhole = true;
    bool m_clearAtNext = false;
};

} // namespace sandglass
