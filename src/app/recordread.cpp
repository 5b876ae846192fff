// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outputjson.h"
#include "app/recordjson.h"
#include "app/recordnames.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

#include <cmath>

namespace sandglass {

using Json = nlohmann::ordered_json;

namespace {

constexpr qsizetype maxNames = 10'000;          ///< in one list of a record
constexpr qint64 maxTokens = 1'000'000'000'000; ///< of a turn: sums of them still fit

/// Reads the fields of one JSON object. A field of another type than asked for makes it bad; a
/// missing one is its default, so that fields can be added within a version.
class Fields
{
public:
    explicit Fields(const Json &json)
        : m_json(json)
    {}

    bool isGood() const { return m_good; }
    void spoil() { m_good = false; }

    QString text(const char *key)
    {
        const Json *value = find(key);
        if (!value)
            return {};
        if (!value->is_string())
            return bad<QString>();
        return QString::fromStdString(value->get_ref<const std::string &>());
    }

    qint64 number(const char *key, qint64 least, qint64 most)
    {
        const Json *value = find(key);
        if (!value)
            return std::max<qint64>(0, least);
        if (!value->is_number_integer())
            return bad<qint64>();
        const auto big =
            value->is_number_unsigned() &&
            value->get<quint64>() > static_cast<quint64>(std::numeric_limits<qint64>::max());
        return big ? most : std::clamp(value->get<qint64>(), least, most);
    }

    qint64 size(const char *key) { return number(key, 0, std::numeric_limits<qint64>::max()); }

    double real(const char *key)
    {
        const Json *value = find(key);
        if (!value)
            return 0;
        return value->is_number() ? value->get<double>() : bad<double>();
    }

    bool flag(const char *key)
    {
        const Json *value = find(key);
        if (!value)
            return false;
        return value->is_boolean() ? value->get<bool>() : bad<bool>();
    }

    /// Null where it is missing or null.
    template <class IdType>
    IdType id(const char *key)
    {
        const QString value = text(key);
        if (value.isEmpty())
            return {};
        const std::optional<IdType> id = IdType::fromString(value);
        return id ? *id : bad<IdType>();
    }

    template <class IdType>
    IdType neededId(const char *key)
    {
        const IdType value = id<IdType>(key);
        if (value.isNull())
            m_good = false;
        return value;
    }

    template <class T>
    T word(const char *key, std::optional<T> (*from)(const QString &))
    {
        const std::optional<T> value = from(text(key));
        return value ? *value : bad<T>();
    }

    /// An output's file name; it may be missing.
    QString outputName(const char *key)
    {
        const QString name = text(key);
        return name.isEmpty() || isOutputName(name) ? name : bad<QString>();
    }

    const Json *object(const char *key) { return typed(key, Json::value_t::object); }
    const Json *array(const char *key) { return typed(key, Json::value_t::array); }

private:
    const Json *find(const char *key) const
    {
        const auto it = m_json.find(key);
        return it == m_json.end() || it->is_null() ? nullptr : &*it;
    }

    const Json *typed(const char *key, Json::value_t type)
    {
        const Json *value = find(key);
        if (value && value->type() != type)
            return bad<const Json *>();
        return value;
    }

    template <class T>
    T bad()
    {
        m_good = false;
        return T();
    }

    const Json &m_json;
    bool m_good = true;
};

TurnRecord turnFrom(Fields &f)
{
    TurnRecord r{
        f.neededId<TurnId>("id"), f.id<TurnId>("parent"), f.text("text"), {}, f.text("model")};
    if (const Json *files = f.array("files")) {
        for (const Json &name : *files) {
            if (!name.is_string() || r.files.size() >= maxNames)
                f.spoil();
            else
                r.files << QString::fromStdString(name.get_ref<const std::string &>());
        }
    }
    return r;
}

CellRecord cellFrom(Fields &f)
{
    return {f.neededId<CellId>("id"), f.id<TurnId>("turn"), f.text("call"), f.text("code"),
            f.word("origin", cellOriginFrom)};
}

std::map<QString, OutputRef> refsFrom(Fields &f)
{
    std::map<QString, OutputRef> refs;
    const Json *json = f.object("refs");
    if (!json)
        return refs;
    for (const auto &[mime, value] : json->items()) {
        if (!value.is_object() || refs.size() >= 64) {
            f.spoil();
            break;
        }
        Fields ref(value);
        refs[QString::fromStdString(mime)] = {ref.outputName("ref"), ref.size("bytes")};
        if (!ref.isGood())
            f.spoil();
    }
    return refs;
}

OutputRecord outputFrom(Fields &f)
{
    OutputRecord r;
    r.cell = f.id<CellId>("cell");
    const Json *json = f.object("output");
    std::optional<Output> output = json ? outputFromJson(*json) : std::nullopt;
    if (output)
        r.output = *std::move(output);
    else
        f.spoil();
    r.segment = static_cast<int>(f.number("segment", 0, 1'000'000));
    r.file = f.outputName("ref");
    r.bytes = f.size("bytes");
    r.lines = f.size("lines");
    r.was = f.outputName("was");
    r.refs = refsFrom(f);
    return r;
}

CellResult resultFrom(Fields &f)
{
    CellResult result;
    result.status = f.word("status", cellStatusFrom);
    if (const Json *json = f.object("cause")) {
        Fields cause(*json);
        result.cause = DeathCause{cause.word("kind", deathKindFrom),
                                  static_cast<int>(cause.number("number", INT_MIN, INT_MAX)),
                                  cause.flag("memory_likely")};
        if (!cause.isGood())
            f.spoil();
    }
    result.variablesLost = f.flag("variables_lost");
    const double seconds = f.real("seconds");
    result.seconds = std::isfinite(seconds) && seconds > 0 ? seconds : 0;
    const qint64 count = f.number("execution_count", -1, INT_MAX);
    if (count > 0)
        result.executionCount = static_cast<int>(count);
    if (const Json *files = f.array("files")) {
        for (const Json &entry : *files) {
            if (!entry.is_object() || result.files.size() >= maxNames) {
                f.spoil();
                break;
            }
            Fields file(entry);
            result.files << FileInfo{file.text("name"), file.size("size"), file.size("mtime_ns")};
            if (!file.isGood())
                f.spoil();
        }
    }
    return result;
}

TurnDoneRecord turnDoneFrom(Fields &f)
{
    TurnDoneRecord r{f.neededId<TurnId>("turn"), f.word("status", turnKindFrom), {}};
    if (const Json *json = f.object("failure")) {
        Fields failure(*json);
        r.failure = Failure{failure.word("kind", errorKindFrom), failure.text("text"),
                            failure.text("remedy")};
        if (!failure.isGood())
            f.spoil();
    }
    if (const Json *json = f.object("usage")) {
        Fields usage(*json);
        r.usage = {usage.number("input_tokens", 0, maxTokens),
                   usage.number("output_tokens", 0, maxTokens)};
        if (!usage.isGood())
            f.spoil();
    }
    return r;
}

NoticeRecord noticeFrom(Fields &f)
{
    return {f.id<CellId>("cell"),
            f.id<TurnId>("turn"),
            {f.text("kind"), f.text("text"), f.text("subject")}};
}

RecordBody bodyFrom(const QString &type, Fields &f, const QByteArray &line)
{
    if (type == QLatin1String("meta"))
        return MetaRecord{f.text("title")};
    if (type == QLatin1String("turn"))
        return turnFrom(f);
    if (type == QLatin1String("text"))
        return TextRecord{f.id<TurnId>("parent"), f.neededId<BlockId>("id"), f.text("text")};
    if (type == QLatin1String("cell"))
        return cellFrom(f);
    if (type == QLatin1String("output"))
        return outputFrom(f);
    if (type == QLatin1String("done") && f.text("turn").isEmpty())
        return DoneRecord{f.neededId<CellId>("cell"), resultFrom(f)};
    if (type == QLatin1String("done"))
        return turnDoneFrom(f);
    if (type == QLatin1String("file"))
        return FileRecord{f.text("name"),   f.size("size"), f.flag("mounted"),
                          f.text("source"), f.text("hint"), f.flag("removed")};
    if (type == QLatin1String("notice"))
        return noticeFrom(f);
    if (type == QLatin1String("sandbox"))
        return SandboxRecord{f.text("vm"), f.text("boot"), f.size("last")};
    return UnknownRecord{line};
}

} // namespace

bool isOutputName(const QString &name)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\A(?:[0-9a-f]{64}\\.[a-z0-9]{1,8}|[0-9a-f-]{36}-(?:stdout|stderr)-[0-9]{1,"
                       "7}\\.part)\\z"));
    return pattern.match(name).hasMatch();
}

ReadLine recordFromLine(const QByteArray &line)
{
    if (line.size() > maxRecordLine)
        return {};
    const std::optional<Json> json = parseJson(line);
    if (!json || !json->is_object())
        return {};
    Fields fields(*json);
    const qint64 version = fields.number("v", 0, INT_MAX);
    if (version > journalVersion)
        return {ReadLine::Kind::Newer, {}};
    ReadLine read;
    read.record.seq = fields.size("seq");
    read.record.time = QDateTime::fromString(fields.text("t"), Qt::ISODateWithMs).toUTC();
    const QString type = fields.text("type");
    if (version < 1 || type.isEmpty() || !read.record.time.isValid())
        return {};
    read.record.body = bodyFrom(type, fields, line);
    read.kind = fields.isGood() ? ReadLine::Kind::Good : ReadLine::Kind::Damaged;
    return read;
}

} // namespace sandglass
