package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.web.page.GuestBook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The example of a handler. */
@Timeout(300)
class GuestBookTest {
  private static String post(String body) {
    return "POST /guests HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(body.length(), body);
  }

  @Test
  void shouldShowWhatWasWrittenAsText() throws Exception {
    try (LocalServer server = LocalServer.of(new GuestBook());
        Client client = server.connect()) {
      assertThat(client.ask(post("text=%3Cb%3E+%C3%A9")).field("Location")).isEqualTo("/guests");
      String odd = post("text=x").replace("/guests", "/guests/%E4%B8%AD%20b");
      assertThat(client.ask(odd).field("Location")).isEqualTo("/guests/%E4%B8%AD%20b");
      assertThat(client.ask(post("text=")).status()).isEqualTo(422);
      assertThat(client.ask(post("text=%")).status()).isEqualTo(400);
      assertThat(client.ask(post("other")).status()).isEqualTo(422);
      assertThat(client.ask("GET /guests HTTP/1.1\r\nHost: a\r\n\r\n").content())
          .contains("&lt;b&gt; \u00c3\u00a9")
          .doesNotContain("<b>");
      assertThat(
              client.ask("PUT /guests HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n").status())
          .isEqualTo(405);
    }
  }
}
