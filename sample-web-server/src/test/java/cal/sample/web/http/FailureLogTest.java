package cal.sample.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FailureLogTest {
  private final IOException failure = new IOException("as the test asked for");

  private final Logger log = Logger.getLogger(FailureLog.class.getName());
  private final List<LogRecord> told = new CopyOnWriteArrayList<>();
  private final java.util.logging.Handler listener =
      new java.util.logging.Handler() {
        @Override
        public void publish(LogRecord line) {
          told.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    log.addHandler(listener);
  }

  @AfterEach
  void listenNoMore() {
    log.removeHandler(listener);
  }

  @Test
  void shouldTellOfOneFailureASecondWithItsStack() {
    FailureLog failures = new FailureLog();
    for (int i = 0; i < 100; i++) {
      failures.tell("request " + i, failure, 7);
    }
    failures.tell("later", failure, 8);
    assertThat(told).hasSize(2).allMatch(line -> line.getThrown() == failure);
    assertThat(told.getFirst().getMessage()).startsWith("request 0 ");
    assertThat(told.getLast().getMessage()).startsWith("later ");
  }

  @Test
  void shouldTellOfARequestThatFailed() throws Exception {
    Handler failing =
        request -> {
          throw failure;
        };
    assertThat(status(failing)).isEqualTo(500);
    assertThat(told).isNotEmpty();
    assertThat(told.getFirst().getMessage()).startsWith("cannot answer GET /a HTTP/1.1");
  }

  @Test
  void shouldServeOnWhereAHandlerMissesAClass() throws Exception {
    Handler broken =
        request -> {
          throw new NoClassDefFoundError("as the test asked for");
        };
    assertThat(status(broken)).isEqualTo(500);
  }

  /** Of the second of two requests. */
  private static int status(Handler handler) throws Exception {
    try (LocalServer server = LocalServer.of(handler);
        Client client = server.connect()) {
      client.ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
      return client.ask("GET /a HTTP/1.1\r\nHost: a\r\n\r\n").status();
    }
  }
}
