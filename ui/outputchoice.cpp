// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/outputchoice.h"

#include "sandbox/imagesize.h"
#include "ui/blockwidget.h"

#include <QCoreApplication>
#include <QFile>

namespace sandglass {

namespace {

// Of a text in a file, so much is read to be shown.
constexpr qint64 maxRead = 96 * 1024;
// Of a traceback that is folded, so many of its last frames are shown.
constexpr qsizetype shownFrames = 2;

QString tr(const char *text)
{
    return QCoreApplication::translate("outputs", text);
}

// "<Figure size 640x480 with 1 Axes>": a form without words for people.
bool isObjectRepr(const QByteArray &text)
{
    const QByteArray trimmed = text.trimmed();
    return trimmed.startsWith('<') && trimmed.endsWith('>') && !trimmed.contains('\n') &&
           trimmed.size() < 300;
}

class Bundle
{
public:
    Bundle(const MimeBundle &bundle, const std::map<QString, OutputRef> &files,
           const BlockContext &context)
        : m_bundle(bundle)
        , m_files(files)
        , m_context(context)
    {}

    bool has(const QString &mime) const
    {
        return m_bundle.data.count(mime) > 0 || m_files.count(mime) > 0;
    }

    QString file(const QString &mime) const
    {
        const auto found = m_files.find(mime);
        return found == m_files.end() ? QString() : m_context.outputPath(found->second.file);
    }

    QByteArray bytes(const QString &mime) const
    {
        const auto found = m_bundle.data.find(mime);
        if (found != m_bundle.data.end() && !found->second.isEmpty())
            return found->second;
        QFile source(file(mime));
        return !source.fileName().isEmpty() && source.open(QIODevice::ReadOnly)
                   ? source.read(maxRead)
                   : QByteArray();
    }

    ImageSource picture(const QString &mime) const
    {
        const auto found = m_bundle.data.find(mime);
        return found != m_bundle.data.end() && !found->second.isEmpty()
                   ? ImageSource::fromBytes(found->second)
                   : ImageSource::fromFile(file(mime));
    }

    const MimeBundle &bundle() const { return m_bundle; }

private:
    const MimeBundle &m_bundle;
    const std::map<QString, OutputRef> &m_files;
    const BlockContext &m_context;
};

OutputChoice remark(const QString &text)
{
    OutputChoice choice;
    choice.kind = OutputChoice::Kind::Remark;
    choice.text = text.toUtf8();
    return choice;
}

OutputChoice chooseText(const Bundle &bundle)
{
    const QString plain = QStringLiteral("text/plain");
    const QByteArray text = bundle.bytes(plain);
    const bool html = bundle.has(QStringLiteral("text/html"));
    if (html && (text.isEmpty() || isObjectRepr(text)))
        return remark(tr("This output is a web page. It isn't shown here, since nothing that it "
                         "holds may run in this window. The code can save it to a file instead."));
    OutputChoice choice;
    if (!bundle.has(plain)) {
        QStringList types;
        for (const auto &entry : bundle.bundle().data)
            types.append(entry.first.left(60));
        return remark(types.isEmpty() ? tr("This output is empty.")
                                      : tr("This output can't be shown here (%1).")
                                            .arg(types.mid(0, 5).join(QStringLiteral(", "))));
    }
    choice.text = text;
    choice.file = bundle.file(plain);
    return choice;
}

// IPython gives a traceback in parts: two of a heading, one for each frame, the message.
OutputChoice chooseError(const ErrorOutput &error)
{
    OutputChoice choice;
    choice.kind = OutputChoice::Kind::Error;
    const QStringList &parts = error.traceback;
    if (parts.isEmpty()) {
        choice.text = (error.ename + QStringLiteral(": ") + error.evalue).toUtf8();
        return choice;
    }
    choice.text = parts.join(u'\n').toUtf8();
    qsizetype lines = 0;
    for (const QString &part : parts.mid(std::max<qsizetype>(0, parts.size() - shownFrames - 1)))
        lines += part.count(u'\n') + 1;
    choice.folding.head = 0;
    choice.folding.tail = static_cast<int>(std::min<qsizetype>(lines, 60));
    return choice;
}

OutputChoice chooseBundle(const Bundle &bundle)
{
    const QString svgType = QStringLiteral("image/svg+xml");
    const ImageSource svg = bundle.has(svgType) ? bundle.picture(svgType) : ImageSource();
    for (const auto &[mime, suffix] :
         {std::pair("image/png", "png"), std::pair("image/jpeg", "jpg")}) {
        const QString type = QString::fromLatin1(mime);
        if (!bundle.has(type))
            continue;
        OutputChoice choice;
        choice.kind = OutputChoice::Kind::Picture;
        choice.picture = bundle.picture(type);
        choice.shownSize = shownImageSize(bundle.bundle(), type);
        choice.suffix = QString::fromLatin1(suffix);
        choice.svg = svg;
        return choice;
    }
    if (!svg.key.isEmpty()) {
        OutputChoice choice;
        choice.kind = OutputChoice::Kind::Picture;
        choice.svg = svg;
        return choice;
    }
    const QString markdown = QStringLiteral("text/markdown");
    if (bundle.has(markdown)) {
        OutputChoice choice;
        choice.kind = OutputChoice::Kind::Markdown;
        choice.text = bundle.bytes(markdown);
        return choice;
    }
    return chooseText(bundle);
}

} // namespace

OutputChoice chooseOutput(const ShownOutput &output, const BlockContext &context)
{
    OutputChoice choice;
    if (const auto *stream = std::get_if<StreamText>(&output.value)) {
        choice.kind = OutputChoice::Kind::Stream;
        choice.stream = *stream;
        choice.file = context.outputPath(stream->file);
    } else if (const auto *error = std::get_if<ErrorOutput>(&output.value)) {
        choice = chooseError(*error);
    } else if (const auto *display = std::get_if<DisplayData>(&output.value)) {
        choice = chooseBundle(Bundle(display->bundle, output.files, context));
    } else if (const auto *result = std::get_if<ExecuteResult>(&output.value)) {
        choice = chooseBundle(Bundle(result->bundle, output.files, context));
    }
    return choice;
}

} // namespace sandglass
