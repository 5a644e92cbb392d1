package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailedAcceptsTest {
  private final ServerSocket listener = listener();
  private final IOException failure = new IOException("Too many open files");
  private final Backlog backlog = Work.backlog();

  private static ServerSocket listener() {
    try {
      return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    } catch (IOException none) {
      throw new UncheckedIOException(none);
    }
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  private boolean closedAfter(Throwable end) {
    backlog.beginAccept();
    backlog.endAccept();
    FailedAccepts.note(failure, listener, backlog);
    FailedAccepts.end("accept", end);
    return listener.isClosed();
  }

  @Test
  void shouldCloseTheListenerWhereTheExceptionEndsTheActivity() {
    assertThat(closedAfter(failure)).isTrue();
  }

  @Test
  void shouldKnowTheExceptionInAnother() {
    assertThat(closedAfter(new IllegalStateException(new UncheckedIOException(failure)))).isTrue();
  }

  @Test
  void shouldLeaveTheListenerWhereAnotherExceptionEndsTheActivity() {
    assertThat(closedAfter(new IllegalStateException("of a step"))).isFalse();
  }

  @Test
  void shouldLeaveAListenerOfOtherAcceptors() {
    backlog.beginAccept();
    assertThat(closedAfter(failure)).isFalse();
  }
}
