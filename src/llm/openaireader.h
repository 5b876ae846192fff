// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/sse.h"
#include "llm/fencedcode.h"
#include "llm/model.h"
#include "llm/openaistream.h"
#include "llm/textcalls.h"

#include <QByteArray>
#include <QUrl>

namespace sandglass {

/// Reads the body of one answer of /chat/completions as its bytes come, cut anywhere, and tells the
/// events of it: a stream, a whole completion, or a web page by mistake. Pure; for one answer.
/// Caps: 4 MiB for an event or a whole completion, and those of OpenAiStream.
class OpenAiReader
{
public:
    /// How calls may come in text beside real ones.
    enum class Calls { None, Whole, Fenced };

    OpenAiReader(const ModelEvents &events, Calls calls, const QUrl &url);

    /// False once the reply is over. Throws Error for what the server says or does wrong.
    bool feed(const QByteArray &bytes);

    /// At the end of the body: the reply. Throws Error where there is none.
    ModelReply finish();

    /// After a connection broke: tells the text that was still held back.
    void breakOff();

    /// True once text was told, so that asking again would say it twice.
    bool hasTold() const { return !m_text.isEmpty(); }

    /// True once any part of a reply came.
    bool hasBegun() const { return m_stream.hasChoice(); }

private:
    enum class Form { Unknown, Events, Whole };

    void decideForm();
    void event(const SseEvent &event, bool last);
    void take(const QJsonObject &chunk);
    void takeText(const QString &text);
    void tell(const QString &text);
    void tellCode(const QString &code);
    void addTextCalls(ModelReply &reply);

    const ModelEvents &m_events;
    Calls m_callsInText;
    QUrl m_url;
    Form m_form = Form::Unknown;
    QByteArray m_head; // until the form is known, then of a whole completion
    SseReader m_sse;
    OpenAiStream m_stream;
    TextCalls m_textCalls;
    FencedCode m_fenced;
    QString m_text;
    bool m_over = false;
};

} // namespace sandglass
