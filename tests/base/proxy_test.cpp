// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "base/httpcall.h"
#include "base/proxy.h"
#include "standin/standin.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace sandglass {
namespace {

using test::StandIn;

QString proxyName(const char *url, const ProxyEnvironment &environment)
{
    const QNetworkProxy proxy = proxyFor(QUrl(QLatin1String(url)), environment);
    if (proxy.type() == QNetworkProxy::NoProxy)
        return QStringLiteral("none");
    return QStringLiteral("%1%2:%3")
        .arg(proxy.type() == QNetworkProxy::Socks5Proxy ? QStringLiteral("socks ") : QString(),
             proxy.hostName())
        .arg(proxy.port());
}

TEST(Proxy, IsChosenByTheEnvironment)
{
    const ProxyEnvironment environment{
        QStringLiteral("http://web.example:3128"), QStringLiteral("tls.example"),
        QStringLiteral("socks5://all.example"),
        QStringLiteral("inside.example, .corp.example *.star.example,10.0.0.0/8,port.example:8080 "
                       "[fd00::1] 192.168.1.5")};
    struct Row
    {
        const char *url;
        const char *proxy;
    };
    for (const Row &row : std::vector<Row>{{"http://a.example/", "web.example:3128"},
                                           {"https://a.example/", "tls.example:80"},
                                           {"http://localhost:11434/", "none"},
                                           {"http://LOCALHOST/", "none"},
                                           {"http://x.localhost/", "none"},
                                           {"http://127.0.0.1:8000/", "none"},
                                           {"http://127.9.9.9/", "none"},
                                           {"http://[::1]/", "none"},
                                           {"https://inside.example/", "none"},
                                           {"https://sub.inside.example/", "none"},
                                           {"https://notinside.example/", "tls.example:80"},
                                           {"https://a.corp.example/", "none"},
                                           {"https://a.star.example/", "none"},
                                           {"http://10.1.2.3/", "none"},
                                           {"http://11.1.2.3/", "web.example:3128"},
                                           {"http://port.example:8080/", "none"},
                                           {"http://port.example:8081/", "web.example:3128"},
                                           {"http://[fd00::1]/", "none"},
                                           {"http://192.168.1.5/", "none"}})
        EXPECT_EQ(proxyName(row.url, environment).toStdString(), row.proxy) << row.url;
    ProxyEnvironment all;
    all.all = QStringLiteral("socks5://all.example");
    EXPECT_EQ(proxyName("https://a.example/", all), QStringLiteral("socks all.example:1080"));
    all.noProxy = QStringLiteral("*");
    EXPECT_EQ(proxyName("https://a.example/", all), QStringLiteral("none"));
    EXPECT_EQ(proxyName("https://a.example/", {}), QStringLiteral("none"));
}

TEST(Proxy, SaysWhichVariableCantBeRead)
{
    for (const char *value : {"http://", "ftp://x.example", "://", "http://a b/"}) {
        ProxyEnvironment environment;
        environment.http = QLatin1String(value);
        EXPECT_THROW(proxyFor(QUrl(QStringLiteral("http://a.example/")), environment), Error)
            << value;
    }
}

/// Sets a variable for one test.
class Variable
{
public:
    Variable(const char *name, const QByteArray &value)
        : m_name(name)
        , m_before(qgetenv(name))
    {
        qputenv(name, value);
    }
    ~Variable()
    {
        if (m_before.isEmpty())
            qunsetenv(m_name);
        else
            qputenv(m_name, m_before);
    }

private:
    const char *m_name;
    QByteArray m_before;
};

HttpRequest get(const QUrl &url)
{
    HttpRequest request;
    request.url = url;
    request.deadline = QDeadlineTimer(20000);
    return request;
}

TEST(Proxy, CarriesCallsToOtherMachinesButNotToThisOne)
{
    const StandIn proxy(QStringLiteral("fault_server.py"));
    const StandIn local(QStringLiteral("fault_server.py"));
    const Variable http("http_proxy",
                        "http://me:p%40ss@127.0.0.1:" + QByteArray::number(proxy.port()));
    const Variable https("https_proxy", "http://127.0.0.1:" + QByteArray::number(proxy.port()));
    HttpRequest request = get(QUrl(QStringLiteral("http://models.example/echo")));
    request.verb = "POST";
    request.body = "hello";
    const HttpReply reply = HttpCall::send(request, {});
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("via"), "fault-proxy");
    const auto seen = nlohmann::json::parse(proxy.log().at(0).toStdString());
    EXPECT_EQ(seen["path"], "http://models.example/echo");
    EXPECT_EQ(seen["headers"]["host"], "models.example");
    EXPECT_EQ(seen["headers"]["proxy-authorization"],
              "Basic " + QByteArray("me:p@ss").toBase64().toStdString());
    EXPECT_EQ(HttpCall::send(get(local.url(QStringLiteral("/echo"))), {}).header("via"), "");
    EXPECT_EQ(proxy.log().size(), 1U);
    try {
        HttpCall::send(get(QUrl(QStringLiteral("https://models.example/echo"))), {});
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::NotRunning);
        EXPECT_TRUE(error.failure().text.contains(QStringLiteral("proxy 127.0.0.1")))
            << error.what();
    }
    EXPECT_TRUE(proxy.log().back().contains("CONNECT"));
}

TEST(Proxy, IsNamedWhenItIsTheOneThatDoesNotAnswer)
{
    const Variable http("http_proxy", "http://127.0.0.1:1");
    try {
        HttpCall::send(get(QUrl(QStringLiteral("http://models.example/"))), {});
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::NotRunning);
        EXPECT_TRUE(error.failure().text.contains(QStringLiteral("proxy 127.0.0.1")))
            << error.what();
    }
}

class PrivateAuthority : public testing::Test
{
protected:
    void SetUp() override
    {
        QProcess openssl;
        openssl.start(QStringLiteral("openssl"),
                      {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                       QStringLiteral("rsa:2048"), QStringLiteral("-nodes"),
                       QStringLiteral("-days"), QStringLiteral("30"), QStringLiteral("-subj"),
                       QStringLiteral("/O=Example Works/CN=localhost"), QStringLiteral("-addext"),
                       QStringLiteral("subjectAltName=DNS:localhost"), QStringLiteral("-keyout"),
                       key(), QStringLiteral("-out"), certificate()});
        ASSERT_TRUE(openssl.waitForFinished(60000));
        ASSERT_EQ(openssl.exitCode(), 0);
    }

    QString key() const { return m_folder.filePath(QStringLiteral("key.pem")); }
    QString certificate() const { return m_folder.filePath(QStringLiteral("cert.pem")); }

    QTemporaryDir m_folder;
};

TEST_F(PrivateAuthority, IsTrustedWhenSslCertFileNamesItAndElseNamedInTheError)
{
    const StandIn server(QStringLiteral("fault_server.py"),
                         {QStringLiteral("--tls"), certificate(), key()});
    HttpRequest request = get(QUrl(QStringLiteral("https://localhost:%1/echo").arg(server.port())));
    request.verb = "POST";
    request.secretHeader = "Authorization";
    request.secret = Secret(QByteArray("sk-test-0123456789"));
    try {
        HttpCall::send(request, {});
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.kind(), ErrorKind::NotRunning);
        EXPECT_TRUE(error.failure().text.contains(QStringLiteral("self-signed"))) << error.what();
        EXPECT_TRUE(error.failure().text.contains(QStringLiteral("“localhost”"))) << error.what();
        EXPECT_TRUE(error.failure().remedy.contains(QStringLiteral("SSL_CERT_FILE")));
    }
    EXPECT_EQ(server.log().size(), 0U);
    const Variable file("SSL_CERT_FILE", QFile::encodeName(certificate()));
    EXPECT_EQ(HttpCall::send(request, {}).status, 200);
    EXPECT_EQ(server.log().size(), 1U);
    request.url.setHost(QStringLiteral("127.0.0.1"));
    EXPECT_THROW(HttpCall::send(request, {}), Error) << "another name than the certificate's";
}

} // namespace
} // namespace sandglass
