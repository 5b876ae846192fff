// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heightestimate.h"

#include "ui/outputrows.h"

namespace sandglass {

namespace {

constexpr int barHeight = 28;
constexpr int pictureHeight = 520;

struct Estimator
{
    int line;
    int columns;

    int wrapped(const QString &text) const
    {
        const qsizetype rows = text.count(u'\n') + 1 + text.size() / std::max(1, columns);
        return static_cast<int>(std::min<qsizetype>(rows, 20'000)) * line;
    }

    int folded(qint64 lines) const
    {
        const qint64 most = OutputRows::shownHead + OutputRows::shownTail + 2;
        return static_cast<int>(std::min(lines + 1, most)) * (line + 1) + 16;
    }

    int operator()(const StreamText &text) const { return folded(text.lines); }
    int operator()(const ErrorOutput &error) const
    {
        return folded(error.traceback.join(u'\n').count(u'\n') + 1);
    }
    int operator()(const DisplayData &data) const { return bundle(data.bundle); }
    int operator()(const ExecuteResult &result) const { return bundle(result.bundle); }

    int bundle(const MimeBundle &bundle) const
    {
        const auto text = bundle.data.find(QStringLiteral("text/plain"));
        if (bundle.data.count(QStringLiteral("image/png")) > 0)
            return pictureHeight;
        return folded(text == bundle.data.end() ? 1 : text->second.count('\n'));
    }

    int operator()(const QuestionBlock &question) const
    {
        return wrapped(question.record.text) + 26 +
               (question.record.files.isEmpty() ? 0 : line + 8);
    }
    int operator()(const AnswerBlock &answer) const { return wrapped(answer.text) + 8; }
    int operator()(const NoticeBlock &notice) const
    {
        return wrapped(notice.record.notice.text) + 16;
    }
    int operator()(const CellBlock &cell) const
    {
        const auto lines =
            static_cast<int>(std::min<qsizetype>(cell.record.code.count(u'\n') + 1, 50'000));
        int height = barHeight + lines * line * 5 / 4 + 20;
        for (const ShownOutput &output : cell.outputs) {
            height += output.files.count(QStringLiteral("image/png")) > 0
                          ? pictureHeight
                          : std::visit(*this, output.value);
            if (height > 200'000)
                break;
        }
        return height;
    }
};

} // namespace

int estimateHeight(const Block &block, int line, int columns)
{
    return std::visit(Estimator{line, columns}, block);
}

} // namespace sandglass
