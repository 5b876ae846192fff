// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/codeoutput.h"

#include <QRegularExpression>

namespace sandglass {

namespace {

constexpr qint64 pieceCost = 200; // of one without content, so that their number is bounded, too

QString plainTraceback(const ErrorOutput &error)
{
    QString text = error.traceback.join(u'\n');
    if (text.isEmpty())
        text = error.ename + QLatin1String(": ") + error.evalue;
    static const QRegularExpression colour(QStringLiteral("\x1b\\[[0-9;]*m"));
    // What was said last is what went wrong.
    return text.right(2 * CodeOutput::maxError).remove(colour).right(CodeOutput::maxError);
}

/// Why code didn't run to its end, where no traceback says it.
QString sentence(const CellResult &result)
{
    switch (result.status) {
    case CellStatus::Ok:
        return {};
    case CellStatus::Error:
        return QStringLiteral("The code ended with an error.");
    case CellStatus::TimedOut:
        return QStringLiteral("The code was stopped after %1 seconds: its time was over.")
            .arg(result.seconds, 0, 'f', 0);
    case CellStatus::Interrupted:
        return QStringLiteral("The code was stopped.");
    case CellStatus::Died:
        return QStringLiteral("The Python process ended while the code ran.");
    case CellStatus::Unknown:
        return QStringLiteral("Nobody saw how the code ended: its VM is gone or out of reach.");
    }
    return {};
}

} // namespace

qint64 CodeOutput::Piece::size() const
{
    return text.size() + png.size() + displayId.size() * 2 + pieceCost;
}

void CodeOutput::add(const Output &output)
{
    if (const auto *clear = std::get_if<ClearOutput>(&output)) {
        m_clearAtNext = true;
        if (!clear->wait)
            clearIfDue();
        return;
    }
    clearIfDue();
    if (const auto *stream = std::get_if<StreamOutput>(&output))
        addText(stream->text);
    else if (const auto *display = std::get_if<DisplayData>(&output))
        addPiece(pieceOf(display->bundle));
    else if (const auto *value = std::get_if<ExecuteResult>(&output))
        addPiece(pieceOf(value->bundle));
    else if (const auto *newest = std::get_if<UpdateDisplayData>(&output))
        update(pieceOf(newest->bundle));
    else if (const auto *error = std::get_if<ErrorOutput>(&output))
        m_error = plainTraceback(*error);
}

void CodeOutput::add(const Notice &notice)
{
    if (m_notes.size() < maxNotes)
        m_notes << notice.text;
}

void CodeOutput::clearIfDue()
{
    if (!m_clearAtNext)
        return;
    m_clearAtNext = false;
    m_pieces.clear();
    m_bytes = 0;
    m_isWhole = true;
}

CodeOutput::Piece CodeOutput::pieceOf(const MimeBundle &bundle)
{
    Piece piece;
    piece.displayId = bundle.displayId;
    const auto of = [&](const char *type) {
        return bundle.data.find(QLatin1String(type));
    };
    if (of("image/png") != bundle.data.end())
        piece.png = of("image/png")->second;
    else if (of("text/plain") != bundle.data.end())
        piece.text = of("text/plain")->second + '\n';
    else if (of("text/markdown") != bundle.data.end())
        piece.text = of("text/markdown")->second + '\n';
    else if (!bundle.data.empty())
        piece.text = "(output of type " + bundle.data.begin()->first.left(100).toUtf8() + ")\n";
    return piece;
}

void CodeOutput::addText(const QByteArray &text)
{
    const bool goesOn =
        !m_pieces.empty() && m_pieces.back().png.isEmpty() && m_pieces.back().displayId.isEmpty();
    if (!goesOn) {
        addPiece({{}, text, {}});
    } else if (m_bytes + text.size() > maxBytes) {
        m_isWhole = false;
    } else {
        m_bytes += text.size();
        m_pieces.back().text += text;
    }
}

void CodeOutput::addPiece(Piece piece)
{
    if (m_bytes + piece.size() > maxBytes) {
        m_isWhole = false;
        return;
    }
    m_bytes += piece.size();
    m_pieces.push_back(std::move(piece));
}

void CodeOutput::update(const Piece &newest)
{
    for (Piece &piece : m_pieces) {
        if (piece.displayId != newest.displayId)
            continue;
        const qint64 bytes = m_bytes - piece.size() + newest.size();
        if (bytes > maxBytes) {
            m_isWhole = false;
            return;
        }
        m_bytes = bytes;
        piece = newest;
    }
}

CodeResult CodeOutput::finish(const CellResult &result) const
{
    CodeResult code;
    QByteArray text;
    for (const Piece &piece : m_pieces) {
        text += piece.text;
        if (!piece.png.isEmpty())
            code.images << piece.png;
    }
    code.text = QString::fromUtf8(text);
    code.error = sentence(result);
    if (result.status == CellStatus::Error && !m_error.isEmpty())
        code.error = m_error;
    if (result.variablesLost && !code.error.isEmpty())
        code.error += QStringLiteral(" All variables are lost.");
    code.notes = m_notes;
    code.isWhole = m_isWhole;
    code.duration = std::chrono::milliseconds(qRound64(result.seconds * 1000));
    return code;
}

} // namespace sandglass
