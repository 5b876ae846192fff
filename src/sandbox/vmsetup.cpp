// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/vmsetup.h"

namespace sandglass {

const char *const vmSetupScript = R"sh(
cd || exit 1
mkdir -p work .sandglass || exit 1
exec 2>&1
has_all() {
    [ -x .venv/bin/python ] && .venv/bin/python -I - "$@" <<'END'
import importlib.metadata, re, sys
for name in sys.argv[1:]:
    importlib.metadata.version(re.split("[^A-Za-z0-9._-]", name)[0])
END
}
if has_all "$@" 2>/dev/null; then
    echo "The packages are there."
else
    echo "Making the Python environment"
    if command -v uv >/dev/null 2>&1; then
        uv venv --quiet --seed --allow-existing .venv || exit 1
        echo "Installing $*"
        uv pip install --python .venv/bin/python "$@" || exit 1
    else
        python3 -m venv .venv || exit 1
        echo "Installing $*"
        .venv/bin/python -m pip install --disable-pip-version-check --no-input \
            --progress-bar off "$@" || exit 1
    fi
fi
if command -v fc-list >/dev/null 2>&1 && [ -n "$(fc-list :lang=ja family)" ]; then
    exit 0
fi
if command -v sudo >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    echo "Installing fonts for Chinese, Japanese and Korean"
    sudo -n env DEBIAN_FRONTEND=noninteractive sh -c '
        apt-get -qq update && apt-get -qq install -y --no-install-recommends fonts-noto-cjk' ||
        echo "They could not be installed: charts show boxes for such text."
fi
exit 0
)sh";

QStringList standardPackages()
{
    return {QStringLiteral("ipykernel"),    QStringLiteral("numpy"),    QStringLiteral("pandas"),
            QStringLiteral("matplotlib"),   QStringLiteral("scipy"),    QStringLiteral("sympy"),
            QStringLiteral("scikit-learn"), QStringLiteral("openpyxl"), QStringLiteral("requests")};
}

} // namespace sandglass
