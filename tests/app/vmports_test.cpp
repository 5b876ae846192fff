// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/vmports.h"

#include <gtest/gtest.h>

using namespace sandglass;

TEST(VmPorts, ReadsWhatListensAndWhetherOthersReachIt)
{
    const QByteArray printed = "00000000:1F40\n"                         // 0.0.0.0:8000
                               "0100007F:0BB8\n"                         // 127.0.0.1:3000
                               "0100007F:1388\n"                         // 127.0.0.1:5000, and
                               "00000000000000000000000000000000:1388\n" // [::]:5000
                               "00000000000000000000000001000000:270F\n" // [::1]:9999
                               "00000000:0016\n"                         // 22: not offered
                               "00000000:2710\n"                         // 10000: not offered
                               "00000000:\n:1F41\nnonsense\n00000000:XYZ\n\n";
    EXPECT_EQ(listeningPorts(printed), (QList<VmPort>{{3000, true, {}},
                                                      {5000, false, {}},
                                                      {8000, false, {}},
                                                      {8001, false, {}},
                                                      {9999, true, {}}}));
    EXPECT_TRUE(listeningPorts({}).isEmpty());
}

TEST(VmPorts, TakesNoMoreThanAHundred)
{
    QByteArray printed;
    for (int port = 3000; port < 9999; ++port)
        printed += "00000000:" + QByteArray::number(port, 16) + '\n';
    EXPECT_EQ(listeningPorts(printed).size(), 100);
}

TEST(VmPorts, NoticeAServerInWhatACellPrinted)
{
    const std::pair<const char *, int> table[] = {
        {"Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ...", 8000},
        {" * Running on http://127.0.0.1:5000", 5000},
        {"Local URL: http://localhost:8501\nNetwork URL: http://10.0.0.2:8501", 8501},
        {"Serving HTTP on :: port 8000 (http://[::]:8000/) ...", 8000},
        {"http://localhost:80/ and http://localhost:9000/x", 9000},
        {"see https://example.com:8000/", 0},
        {"http://localhost:80001/", 0},
        {"http://localhost:22222/", 0},
        {"8000", 0},
        {"", 0},
    };
    for (const auto &[text, port] : table)
        EXPECT_EQ(serverPort(text).value_or(0), port) << text;
}

TEST(VmPorts, LookOnlyAtTheEndOfALongOutput)
{
    const QByteArray address("http://localhost:8000/");
    EXPECT_FALSE(serverPort(address + QByteArray(70'000, 'x')));
    EXPECT_TRUE(serverPort(QByteArray(70'000, 'x') + ' ' + address));
}
