// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/requirement.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <utility>

namespace sandglass {
namespace {

constexpr qsizetype MaxLength = 200;

/// pip takes such a name for a file.
bool looksLikeAFile(const QString &name)
{
    for (const char *ending : {".whl", ".zip", ".tar", ".gz", ".tgz", ".tbz", ".bz2", ".xz", ".txz",
                               ".tlz", ".lz", ".lzma", ".egg", ".txt", ".toml", ".py"}) {
        if (name.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return true;
    }
    return false;
}

/// Modules whose package has another name, and packages that people use for data most.
const QHash<QString, QString> &knownPackages()
{
    static const QHash<QString, QString> table = [] {
        QHash<QString, QString> made;
        constexpr std::pair<const char *, const char *> other[] = {
            {"sklearn", "scikit-learn"},
            {"skimage", "scikit-image"},
            {"cv2", "opencv-python-headless"},
            {"PIL", "pillow"},
            {"yaml", "PyYAML"},
            {"bs4", "beautifulsoup4"},
            {"dateutil", "python-dateutil"},
            {"docx", "python-docx"},
            {"pptx", "python-pptx"},
            {"fitz", "PyMuPDF"},
            {"pymupdf", "PyMuPDF"},
            {"Crypto", "pycryptodome"},
            {"dotenv", "python-dotenv"},
            {"jwt", "PyJWT"},
            {"magic", "python-magic"},
            {"imblearn", "imbalanced-learn"},
            {"umap", "umap-learn"},
            {"community", "python-louvain"},
            {"Bio", "biopython"},
            {"odf", "odfpy"},
            {"zmq", "pyzmq"},
            {"OpenSSL", "pyOpenSSL"},
            {"attr", "attrs"},
            {"pulp", "PuLP"},
            {"jinja2", "Jinja2"},
            {"markdown", "Markdown"},
            {"xlsxwriter", "XlsxWriter"},
            {"sqlalchemy", "SQLAlchemy"},
            {"unidecode", "Unidecode"},
            {"faker", "Faker"},
            {"babel", "Babel"},
            {"mpl_toolkits", "matplotlib"},
            {"pkg_resources", "setuptools"},
            {"igraph", "igraph"},
            {"Levenshtein", "Levenshtein"},
            {"skfuzzy", "scikit-fuzzy"},
            {"pywt", "PyWavelets"},
            {"osgeo", "GDAL"},
            {"mpl_finance", "mplfinance"},
            {"flask", "Flask"},
            {"PyPDF2", "PyPDF2"},
            {"lightgbm", "lightgbm"}};
        for (const auto &[module, package] : other)
            made.insert(QLatin1String(module), QLatin1String(package));
        for (const char *name :
             {"numpy",       "pandas",     "matplotlib", "scipy",          "sympy",
              "openpyxl",    "requests",   "seaborn",    "plotly",         "statsmodels",
              "networkx",    "xlrd",       "tabulate",   "tqdm",           "wordcloud",
              "geopandas",   "shapely",    "folium",     "polars",         "duckdb",
              "h5py",        "tables",     "xarray",     "netCDF4",        "numba",
              "nltk",        "spacy",      "gensim",     "textblob",       "jieba",
              "pypdf",       "pdfplumber", "reportlab",  "pyxlsb",         "pyarrow",
              "fastparquet", "yfinance",   "xgboost",    "catboost",       "hdbscan",
              "astropy",     "mpmath",     "cvxpy",      "ortools",        "simpy",
              "altair",      "bokeh",      "squarify",   "missingno",      "lxml",
              "html5lib",    "chardet",    "emoji",      "regex",          "pytz",
              "holidays",    "arrow",      "pendulum",   "pydantic",       "httpx",
              "aiohttp",     "joblib",     "dask",       "pyproj",         "rasterio",
              "contextily",  "adjustText", "lifelines",  "pingouin",       "prophet",
              "pmdarima",    "torch",      "rich",       "more_itertools", "six",
              "qrcode",      "pydot",      "graphviz",   "toml",           "psutil"})
            made.insert(QLatin1String(name), QString(QLatin1String(name)));
        made.insert(QStringLiteral("more_itertools"), QStringLiteral("more-itertools"));
        return made;
    }();
    return table;
}

/// Python's own modules that may be absent all the same; a package of that name isn't the module.
const QSet<QString> &ownModules()
{
    static const QSet<QString> table = [] {
        QSet<QString> made;
        for (const char *name :
             {"tkinter",  "_tkinter",    "turtle",  "idlelib",   "distutils",   "imp",
              "asyncore", "asynchat",    "smtpd",   "cgi",       "cgitb",       "crypt",
              "nntplib",  "telnetlib",   "pipes",   "aifc",      "audioop",     "chunk",
              "imghdr",   "sndhdr",      "sunau",   "uu",        "xdrlib",      "msilib",
              "nis",      "ossaudiodev", "spwd",    "winreg",    "winsound",    "msvcrt",
              "_winapi",  "nt",          "lib2to3", "ensurepip", "venv",        "sqlite3",
              "_sqlite3", "readline",    "curses",  "_curses",   "dbm",         "bz2",
              "_bz2",     "lzma",        "_lzma",   "ssl",       "_ssl",        "ctypes",
              "_ctypes",  "zlib",        "test",    "this",      "antigravity", "__main__",
              "pip"})
            made.insert(QLatin1String(name));
        return made;
    }();
    return table;
}

} // namespace

std::optional<Requirement> parsedRequirement(const QString &text)
{
    static const QRegularExpression form(
        QStringLiteral(R"(\A\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*)"
                       R"((\[\s*[A-Za-z0-9._-]+(?:\s*,\s*[A-Za-z0-9._-]+)*\s*\])?\s*)"
                       R"(((?:==|!=|<=|>=|<|>|~=)\s*[A-Za-z0-9._*+!-]+)"
                       R"((?:\s*,\s*(?:==|!=|<=|>=|<|>|~=)\s*[A-Za-z0-9._*+!-]+)*)?\s*\z)"));
    if (text.size() > MaxLength)
        return std::nullopt;
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    QString rest = match.captured(2) + match.captured(3);
    rest.remove(QRegularExpression(QStringLiteral("\\s")));
    const Requirement requirement{match.captured(1), rest};
    if (looksLikeAFile(requirement.name) || looksLikeAFile(requirement.text()))
        return std::nullopt;
    return requirement;
}

QString normalizedPackage(const QString &name)
{
    static const QRegularExpression runs(QStringLiteral("[-_.]+"));
    return QString(name).replace(runs, QStringLiteral("-")).toLower();
}

std::optional<ModuleOffer> packageForModule(const QString &module)
{
    const QString top = module.section(QLatin1Char('.'), 0, 0);
    if (module == QLatin1String("google.protobuf") ||
        module.startsWith(QLatin1String("google.protobuf.")))
        return ModuleOffer{QStringLiteral("protobuf"), true};
    if (const auto known = knownPackages().constFind(top); known != knownPackages().cend())
        return ModuleOffer{*known, true};
    static const QRegularExpression identifier(
        QStringLiteral("\\A[A-Za-z][A-Za-z0-9_]*[A-Za-z0-9]\\z"));
    if (ownModules().contains(top) || !identifier.match(top).hasMatch() || !parsedRequirement(top))
        return std::nullopt;
    return ModuleOffer{top, false};
}

} // namespace sandglass
