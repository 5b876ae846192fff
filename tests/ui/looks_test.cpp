// SPDX-License-Identifier: GPL-3.0-or-later
// What makes the window look right, as far as it can be measured: nothing is cut, what belongs
// together stands on one line.
#include "sandbox/pythonsetup.h"
#include "ui/button.h"
#include "ui/card.h"
#include "ui/codeview.h"
#include "ui/conversationlistmodel.h"
#include "ui/conversationpage.h"
#include "ui/endpointpage.h"
#include "ui/fieldlabel.h"
#include "ui/filepanel.h"
#include "ui/hintlabel.h"
#include "ui/sandboxpage.h"
#include "ui/servercard.h"
#include "ui/sidebar.h"
#include "ui/startpage.h"
#include "ui/statusstrip.h"
#include "ui/style.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QStyleOption>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTextBlock>

using namespace sandglass;

namespace {

QFont scaled(double factor)
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

QList<FoundServer> servers(int found)
{
    QList<FoundServer> list;
    for (int i = 0; i < 4; ++i) {
        FoundServer server;
        server.server = {QStringLiteral("Server %1").arg(i),
                         QUrl(QStringLiteral("http://localhost:%1/v1").arg(11434 + i))};
        server.state = i < found ? FoundServer::State::Found : FoundServer::State::Absent;
        if (i < found)
            server.models = {QStringLiteral("a model")};
        list.append(server);
    }
    return list;
}

} // namespace

TEST(Looks, SizesHaveNoDecimalsThatSayNothing)
{
    const std::pair<qint64, const char *> sizes[]{
        {512, "512 bytes"},
        {1LL << 10, "1 KiB"},
        {2LL << 30, "2 GiB"},
        {3LL << 29, "1.5 GiB"},
        {10LL << 30, "10 GiB"},
        {(1LL << 30) + 1, "1.0 GiB"},
        {1000LL << 20, "1,000 MiB"},
        {1LL << 40, "1 TiB"},
        {std::numeric_limits<qint64>::max(), "8.0 EiB"},
    };
    for (const auto &[bytes, text] : sizes)
        EXPECT_EQ(binarySizeText(bytes).toStdString(), text);
}

TEST(Looks, LabelsStandOnTheLineOfTheirFields)
{
    const Style style;
    SandboxPage page((Settings()));
    page.resize(620, 500);
    page.show();
    const auto labels = page.findChildren<FieldLabel *>();
    EXPECT_GT(labels.size(), 6);
    for (const FieldLabel *label : labels)
        EXPECT_NEAR(label->geometry().center().y(), label->buddy()->geometry().center().y(), 1)
            << label->text().toStdString();
}

TEST(Looks, TheSandboxSettingsNameThePackagesInLinesThatWrap)
{
    SandboxPage page(Settings{});
    page.resize(480, 600);
    page.show();
    QApplication::processEvents();
    const auto *packages = page.findChild<HintLabel *>(QStringLiteral("packages"));
    ASSERT_NE(packages, nullptr);
    for (const QString &name : PythonRequirements::builtIn().names)
        EXPECT_TRUE(packages->text().contains(name)) << name.toStdString();
    EXPECT_TRUE(packages->wordWrap());
    EXPECT_LE(packages->geometry().right(), page.width());
    EXPECT_GE(packages->height(), packages->heightForWidth(packages->width()));
}

TEST(Looks, FieldsShowAllOfTheirTextAndSpinBoxesAreEquallyWide)
{
    Style style;
    QWidget around;
    QList<QSpinBox *> boxes;
    for (const int most : {9, 1000, 604'800}) {
        boxes.append(new QSpinBox(&around));
        boxes.last()->setRange(0, most);
        boxes.last()->setStyle(&style);
        boxes.last()->findChild<QLineEdit *>()->setStyle(&style); // it asks its own
    }
    QLineEdit line(&around);
    QComboBox combo(&around);
    line.setStyle(&style);
    combo.setStyle(&style);
    combo.addItem(QStringLiteral("Port 8000"));
    for (const QSpinBox *box : boxes) {
        EXPECT_EQ(box->sizeHint().width(), boxes.first()->sizeHint().width());
        EXPECT_EQ(box->sizeHint().height(), line.sizeHint().height());
        QStyleOptionSpinBox option;
        option.initFrom(box);
        option.rect = QRect(QPoint(), box->sizeHint());
        const auto part = [&](QStyle::SubControl which) {
            return style.subControlRect(QStyle::CC_SpinBox, &option, which, box);
        };
        EXPECT_EQ(part(QStyle::SC_SpinBoxUp).width(), 18);
        EXPECT_EQ(part(QStyle::SC_SpinBoxUp).bottom() + 1, part(QStyle::SC_SpinBoxDown).top());
        EXPECT_LT(part(QStyle::SC_SpinBoxEditField).right(), part(QStyle::SC_SpinBoxUp).left());
    }
    QStyleOptionComboBox option;
    option.initFrom(&combo);
    option.rect = QRect(QPoint(), combo.sizeHint());
    const QRect text =
        style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &combo);
    EXPECT_GE(text.width(), combo.fontMetrics().horizontalAdvance(combo.itemText(0)) + 2);
}

TEST(Looks, AFormKeepsTheHeightsOfItsFieldsWhenAHintChanges)
{
    Settings settings;
    settings.endpoints = {
        {QStringLiteral("One"), QUrl(QStringLiteral("https://api.example.com/v1")), {}, true}};
    for (const bool isNew : {true, false}) {
        EndpointPage page(isNew ? Settings() : settings, nullptr, nullptr);
        page.resize(610, 440);
        page.setVisible(true);
        if (isNew)
            page.add();
        auto *url = page.findChild<QLineEdit *>(QStringLiteral("endpointUrl"));
        auto *hint = page.findChild<PlainLabel *>(QStringLiteral("endpointKeyHint"));
        for (const char *address :
             {"", "http://localhost:11434/v1", "https://api.example.com/v1"}) {
            url->setText(QLatin1String(address));
            QApplication::processEvents();
            EXPECT_EQ(hint->height(), hint->heightForWidth(hint->width())) << address;
            for (const char *name :
                 {"endpointName", "endpointUrl", "endpointKey", "endpointModel", "testEndpoint"}) {
                const auto *field = page.findChild<QWidget *>(QLatin1String(name));
                EXPECT_EQ(field->height(), field->sizeHint().height()) << name << ' ' << address;
            }
        }
    }
}

TEST(Looks, HeadersOfTablesAreFlatAndStandAboveTheirCells)
{
    Style style;
    QTableWidget table(2, 1);
    table.setStyle(&style);
    table.horizontalHeader()->setStyle(&style);
    table.setHorizontalHeaderLabels({QStringLiteral("HHH")});
    table.verticalHeader()->hide();
    table.setItem(0, 0, new QTableWidgetItem(QStringLiteral("HHH")));
    table.resize(300, 120);
    table.show();
    const QHeaderView *header = table.horizontalHeader();
    EXPECT_GE(header->height(), header->fontMetrics().height() + 8);
    const Theme &theme = Theme::of(table.palette());
    const QImage picture = table.horizontalHeader()->grab().toImage();
    for (int y = 0; y < picture.height() - 1; ++y)
        EXPECT_EQ(picture.pixelColor(2, y), theme.surface) << y;
    EXPECT_EQ(picture.pixelColor(2, picture.height() - 1), theme.border);
    QStyleOptionHeader option;
    option.initFrom(header);
    option.rect = QRect(0, 0, 100, header->height());
    QStyleOptionViewItem cell;
    cell.initFrom(&table);
    cell.rect = QRect(0, 0, 100, 24);
    cell.text = QStringLiteral("HHH");
    cell.features = QStyleOptionViewItem::HasDisplay;
    EXPECT_EQ(style.subElementRect(QStyle::SE_HeaderLabel, &option, header).left(),
              style.subElementRect(QStyle::SE_ItemViewItemText, &cell, &table).left() +
                  style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &table) + 1);
}

TEST(Looks, CodeShowsAllItsLinesAtEverySize)
{
    const QString code =
        QStringLiteral("for n in range(10):\n    print('数 n', n)\n").repeated(20) +
        QStringLiteral("print('last')");
    for (const double factor : {0.8, 1.0, 1.5, 2.0}) {
        QWidget around;
        around.setFont(scaled(factor));
        CodeView view(&around);
        view.setCode(code);
        view.arrange(600);
        around.resize(600, view.height());
        around.show();
        QApplication::processEvents();
        EXPECT_EQ(view.verticalScrollBar()->maximum(), 0) << factor;
        const int last = view.cursorRect(QTextCursor(view.document()->lastBlock())).bottom();
        EXPECT_LE(last, view.viewport()->height()) << factor;
        EXPECT_GT(last, view.viewport()->height() - 2 * view.fontMetrics().height()) << factor;
        const int second =
            view.cursorRect(QTextCursor(view.document()->findBlockByNumber(1))).top();
        const int first = view.cursorRect(QTextCursor(view.document()->firstBlock())).top();
        EXPECT_GE(second - first, view.fontMetrics().lineSpacing() * 6 / 5) << factor;
    }
}

TEST(Looks, TheSearchFieldHasAHintThatFits)
{
    QTemporaryDir data;
    ConversationListModel model(data.path());
    for (const double factor : {0.8, 1.0, 1.5, 2.0}) {
        Sidebar sidebar(&model);
        sidebar.setFont(scaled(factor));
        sidebar.resize(232, 600);
        sidebar.show();
        QApplication::processEvents();
        const auto *search = sidebar.findChild<QLineEdit *>(QStringLiteral("searchConversations"));
        EXPECT_LT(search->fontMetrics().horizontalAdvance(search->placeholderText()),
                  search->width() - 2 * 8)
            << factor;
    }
}

TEST(Looks, TheStartFitsIntoEveryWidthAndSize)
{
    for (const double factor : {0.8, 1.0, 1.5}) {
        for (const int width : {480, 667, 900, 1128}) {
            StartPage page;
            page.setFont(scaled(factor));
            page.servers()->setServers(servers(3));
            page.setPlace(Settings());
            page.resize(width, 700);
            page.show();
            QApplication::processEvents();
            for (const auto *button : page.findChildren<Button *>()) {
                if (!button->isVisible())
                    continue;
                const QRect place(button->mapTo(page.viewport(), QPoint()), button->size());
                EXPECT_GE(place.left(), 0) << factor << ' ' << width;
                EXPECT_LE(place.right(), page.viewport()->width())
                    << button->text().toStdString() << factor << ' ' << width;
                EXPECT_GE(place.width(), button->sizeHint().width()) << factor << ' ' << width;
            }
        }
    }
}

TEST(Looks, CardsSideBySideAreEquallyTall)
{
    StartPage page;
    page.servers()->setServers(servers(1));
    page.setPlace(Settings());
    page.resize(1128, 700);
    page.show();
    QApplication::processEvents();
    const auto cards = page.findChildren<Card *>();
    EXPECT_GE(cards.size(), 3);
    for (const auto *card : cards)
        for (const auto *other : cards)
            if (card->y() == other->y()) {
                EXPECT_EQ(card->height(), other->height());
            }
    const auto *where = page.findChild<PlainLabel *>(QStringLiteral("whereCodeRuns"));
    EXPECT_LT(where->height(), 2 * where->fontMetrics().height()); // one line, no word alone
}

TEST(Looks, AServerThatIsFoundCanBeUsedAndFoundAgain)
{
    ServerCard card;
    card.show();
    for (const int found : {3, 0, 2}) {
        card.setServers(servers(found));
        QApplication::processEvents();
        QList<QRect> places;
        for (const auto *button : card.findChildren<Button *>())
            if (button->isVisible())
                places.append(button->geometry());
        EXPECT_EQ(places.size(), found + 2); // and Add, and Check again
        for (int i = 0; i < places.size(); ++i)
            for (int j = 0; j < i; ++j)
                EXPECT_FALSE(places[i].intersects(places[j])) << found;
    }
}

TEST(Looks, TheStatusLineCountsTokensAndCutsNoWordInHalf)
{
    StatusStrip strip;
    const QString place = QStringLiteral("Code runs in the local sandbox · no network");
    strip.setPlace(place);
    strip.setKeys(QStringLiteral("Keys are kept in your keychain"));
    strip.resize(1360, 30);
    strip.show();
    const auto label = [&](const char *name) {
        return strip.findChild<PlainLabel *>(QLatin1String(name));
    };
    EXPECT_FALSE(label("statusTokens")->isVisible());
    strip.setTokens({6120, 840});
    EXPECT_EQ(label("statusTokens")->text(),
              QStringLiteral("This conversation: 6,120 tokens in · 840 out"));
    EXPECT_TRUE(label("statusTokens")->isVisible());
    EXPECT_EQ(label("status")->text(), place);
    EXPECT_TRUE(label("statusKeys")->isVisible());
    strip.resize(560, 30);
    EXPECT_FALSE(label("statusKeys")->isVisible());
    strip.resize(460, 30);
    EXPECT_TRUE(label("status")->text().endsWith(u'…'));
    EXPECT_TRUE(label("statusTokens")->isVisible());
    strip.resize(1360, 30);
    EXPECT_EQ(label("status")->text(), place);
    EXPECT_TRUE(label("statusKeys")->isVisible());
}

TEST(Looks, FilesLeaveTheTextItsRoomInANarrowWindow)
{
    QTemporaryDir data;
    Settings settings;
    settings.dataFolder = data.path();
    ConversationPage page(
        ConversationId::create(), [](OpenedConversation) { return std::unique_ptr<Session>(); },
        settings);
    Conversation document(ConversationId::create());
    document.apply({1, QDateTime::currentDateTimeUtc(),
                    FileRecord{QStringLiteral("a.csv"), 12, false, {}, {}}});
    page.files()->setDocument(&document);
    page.resize(1100, 600);
    page.show();
    page.setFilesWidth(300);
    EXPECT_NEAR(page.files()->width(), 300, 2);
    page.resize(667, 600);
    QApplication::processEvents();
    EXPECT_LE(page.files()->width(), 667 - 480);
    EXPECT_GE(page.files()->width(), 180);
    const auto *splitter = page.findChild<QSplitter *>();
    EXPECT_EQ(splitter->sizes().at(1), page.files()->width()); // nothing is left beside them
    EXPECT_EQ(splitter->sizes().at(0), splitter->widget(0)->width());
    page.files()->setDocument(nullptr);
}

TEST(Looks, TextFollowsTheColoursOfTheWindow)
{
    const QPalette before = QApplication::palette();
    QWidget around;
    QList<PlainLabel *> labels;
    using Rank = PlainLabel::Rank;
    for (const Rank rank : {Rank::Normal, Rank::Muted, Rank::Title, Rank::Heading, Rank::Section,
                            Rank::Bad, Rank::Good})
        labels.append(new PlainLabel(rank, QStringLiteral("text"), &around));
    around.show();
    for (const Theme *theme : {&Theme::light(), &Theme::dark(), &Theme::light(), &Theme::dark()}) {
        QApplication::setPalette(theme->palette());
        QApplication::processEvents();
        for (const auto *label : labels)
            EXPECT_GE(contrast(label->palette().color(QPalette::WindowText), theme->window), 4.5)
                << theme->isDark;
    }
    QApplication::setPalette(before);
}
