package cal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** Which listening sockets count, and that all of them are closed. */
class ListenersTest {
  private final Listeners listeners = new Listeners();

  @Test
  void shouldCountASocketWhileItIsBoundAndOpen() throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      listeners.add(socket);
      assertThat(listeners.anyListens()).as("not bound").isFalse();
      socket.bind(null);
      assertThat(listeners.anyListens()).isTrue();
      listeners.add(socket);
      socket.close();
      assertThat(listeners.anyListens()).as("closed").isFalse();
    }
  }

  @Test
  void shouldCloseAllThoughOneFails() throws IOException {
    ServerSocket broken =
        new ServerSocket(0) {
          @Override
          public void close() throws IOException {
            super.close();
            throw new IOException("broken");
          }
        };
    try (ServerSocket socket = new ServerSocket(0)) {
      listeners.add(broken);
      listeners.add(socket);
      listeners.close();
      listeners.close();
      assertThat(broken.isClosed()).isTrue();
      assertThat(socket.isClosed()).isTrue();
    }
  }

  @Test
  void shouldTakeNoneInOnceItIsClosed() throws IOException {
    listeners.close();
    try (ServerSocket late = new ServerSocket(0)) {
      listeners.add(late);
      assertThat(listeners.anyListens()).as("a JVM that shuts down is not kept").isFalse();
    }
  }

  @Test
  void shouldForgetASocketThatTheServerHasLost() throws IOException {
    listeners.add(new ServerSocket(0));
    ModelFixture.eventually(
        "a lost socket is forgotten",
        () -> {
          System.gc();
          return !listeners.anyListens();
        });
  }
}
