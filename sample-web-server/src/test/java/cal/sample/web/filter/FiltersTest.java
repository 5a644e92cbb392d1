package cal.sample.web.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import cal.sample.web.http.Handler;
import cal.sample.web.http.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The filters that options choose. */
@Timeout(300)
class FiltersTest {
  private static final Handler TEXT = request -> Response.text(200, "text");

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
}
