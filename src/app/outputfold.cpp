// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outputfold.h"

namespace sandglass {

namespace {

StreamText *segmentOf(CellBlock &cell, const OutputRecord &record)
{
    // The newest are looked at first: nearly always it is the last one.
    for (auto it = cell.outputs.rbegin(); it != cell.outputs.rend(); ++it) {
        auto *stream = std::get_if<StreamText>(&it->value);
        if (stream && stream->segment == record.segment)
            return stream;
    }
    return nullptr;
}

void foldStream(CellBlock &cell, const OutputRecord &record, const StreamOutput &output)
{
    StreamText *stream = segmentOf(cell, record);
    if (!stream && record.was.isEmpty()) {
        cell.outputs.append({StreamText{}, {}});
        stream = &std::get<StreamText>(cell.outputs.back().value);
        stream->name = output.name;
        stream->segment = record.segment;
    }
    if (!stream)
        return; // cleared since
    if (record.whole)
        *stream = *record.whole;
    else if (record.was.isEmpty())
        stream->append(output.text);
    if (!record.whole && !record.file.isEmpty())
        stream->file = record.file;
}

/// The output without the bytes that lie in files.
template <class Shown>
ShownOutput shown(Shown output, const OutputRecord &record)
{
    for (const auto &entry : record.refs)
        output.bundle.data.erase(entry.first);
    return {std::move(output), record.refs};
}

} // namespace

void foldOutput(CellBlock &cell, const OutputRecord &record)
{
    if (const auto *clear = std::get_if<ClearOutput>(&record.output)) {
        if (!clear->wait)
            cell.outputs.clear();
        cell.clearAtNext = clear->wait;
        return;
    }
    if (cell.clearAtNext && record.was.isEmpty()) {
        cell.outputs.clear();
        cell.clearAtNext = false;
    }
    if (const auto *stream = std::get_if<StreamOutput>(&record.output)) {
        if (cell.outputs.size() < maxShownOutputs || segmentOf(cell, record))
            foldStream(cell, record, *stream);
        return;
    }
    if (cell.outputs.size() >= maxShownOutputs)
        return;
    if (const auto *display = std::get_if<DisplayData>(&record.output))
        cell.outputs.append(shown(*display, record));
    else if (const auto *result = std::get_if<ExecuteResult>(&record.output))
        cell.outputs.append(shown(*result, record));
    else if (const auto *error = std::get_if<ErrorOutput>(&record.output))
        cell.outputs.append({*error, {}});
}

bool updateDisplay(CellBlock &cell, const OutputRecord &record, const MimeBundle &bundle)
{
    bool changed = false;
    const auto update = [&](MimeBundle &old, ShownOutput &output) {
        if (old.displayId != bundle.displayId)
            return;
        old = bundle;
        for (const auto &entry : record.refs)
            old.data.erase(entry.first);
        output.files = record.refs;
        changed = true;
    };
    for (ShownOutput &output : cell.outputs) {
        if (auto *display = std::get_if<DisplayData>(&output.value))
            update(display->bundle, output);
        else if (auto *result = std::get_if<ExecuteResult>(&output.value))
            update(result->bundle, output);
    }
    return changed;
}

} // namespace sandglass
