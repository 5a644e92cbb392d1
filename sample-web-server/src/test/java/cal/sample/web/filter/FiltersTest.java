package cal.sample.web.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import cal.sample.web.http.Handler;
import cal.sample.web.http.Response;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The filters that options choose. */
@Timeout(300)
class FiltersTest {
  private static final Handler TEXT = request -> Response.text(200, "text");
  private static final long SECOND = 1_000_000_000L;

  private static String get(String lines) {
    return "GET /a HTTP/1.1\r\n" + lines + "\r\n";
  }

  @Test
  void shouldGiveFieldsToEachAnswerUnlessItHasThem() throws Exception {
    HeaderFilter filter =
        new HeaderFilter(
            List.of("X-Content-Type-Options: nosniff", "content-type: text/x", "A-Date:b"));
    try (LocalServer server = LocalServer.of(filter.before(TEXT));
        Client client = server.connect()) {
      for (String version : List.of("1.1", "1.0")) {
        Client.Answer answer = client.ask(get("Host: a\r\n").replace("1.1", version));
        assertThat(answer.field("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.field("A-Date")).isEqualTo("b");
        assertThat(answer.head()).doesNotContain("text/x").containsOnlyOnce("Content-Length: 4");
        assertThat(answer.content()).isEqualTo("text");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no colon", "Date: now", "content-length: 4", "A: b\r\nC: d", ": b"})
  void shouldRefuseAFieldThatIsNone(String line) {
    assertThatThrownBy(() -> new HeaderFilter(List.of(line)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseRequestsBeyondARate() throws Exception {
    RateFilter filter = new RateFilter(2);
    InetAddress one = InetAddress.getByName("192.0.2.1");
    InetAddress other = InetAddress.getByName("192.0.2.2");
    // The clock of nanoseconds may pass its end.
    long start = Long.MAX_VALUE - SECOND / 4;
    assertThat(filter.admits(one, start)).isTrue();
    assertThat(filter.admits(one, start)).isTrue();
    assertThat(filter.admits(one, start)).isFalse();
    assertThat(filter.admits(other, start)).isTrue();
    assertThat(filter.admits(one, start + SECOND / 2)).isTrue();
    assertThat(filter.admits(one, start + SECOND / 2)).isFalse();
    assertThat(filter.admits(one, start + 9 * SECOND)).isTrue();
    assertThat(filter.admits(one, start + 9 * SECOND)).isTrue();
    assertThat(filter.admits(one, start + 9 * SECOND)).isFalse();
  }

  @Test
  void shouldTakeANetworkOfIpv6ForOneClient() throws Exception {
    RateFilter filter = new RateFilter(1);
    assertThat(filter.admits(InetAddress.getByName("2001:db8::1"), 0)).isTrue();
    assertThat(filter.admits(InetAddress.getByName("2001:db8::ffff:1"), 0)).isFalse();
    assertThat(filter.admits(InetAddress.getByName("2001:db8:0:1::1"), 0)).isTrue();
  }

  @Test
  void shouldAnswer429ToClientsThatAskForTooMuch() throws Exception {
    try (LocalServer server = LocalServer.of(new RateFilter(1).before(TEXT));
        Client client = server.connect()) {
      // The rate is that of this machine's clock: on a slow one, it is the second but one.
      Client.Answer answer;
      do {
        answer = client.ask(get("Host: a\r\n"));
      } while (answer.status() == 200);
      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.field("Retry-After")).isEqualTo("1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: localhost:80\r\n",
        "Host: 127.0.0.1\r\nSec-Fetch-Site: none\r\n",
        "Host: [::1]:8080\r\nSec-Fetch-Site: same-origin\r\nOrigin: http://[::1]:8080\r\n",
        "Host: LOCALHOST\r\nOrigin: https://localhost\r\n"
      })
  void shouldAnswerThoseAtThisMachine(String fields) throws Exception {
    assertThat(status(fields)).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example\r\n",
        "Host: localhost.evil.example\r\n",
        "Host: 127.0.0.1.evil.example\r\n",
        "Host: 127.0.0.1:80:90\r\n",
        "Host: localhost\r\nSec-Fetch-Site: same-site\r\n",
        "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n",
        "Host: localhost\r\nSec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n",
        "Host: localhost\r\nOrigin: null\r\n",
        "Host: localhost\r\nOrigin: http://localhost:3000\r\n",
        "Host: localhost\r\nOrigin: http://evil.example\r\n",
        "Host: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n",
        "Host: localhost\r\nForwarded: for=192.0.2.1\r\n"
      })
  void shouldRefusePagesOfOthersAndClientsOfProxies(String fields) throws Exception {
    assertThat(status(fields)).isEqualTo(403);
  }

  private static int status(String fields) throws Exception {
    try (LocalServer server = LocalServer.of(new LoopbackFilter().before(TEXT));
        Client client = server.connect()) {
      return client.ask(get(fields)).status();
    }
  }
}
