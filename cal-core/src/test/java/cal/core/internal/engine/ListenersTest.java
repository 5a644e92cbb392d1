package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Caller;
import cal.core.contract.ModelFixture;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
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

  /** A close() of the server's own may be synchronized, and its monitor held for good. */
  @Test
  void shouldCloseTheOthersThoughOneBlocks() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    ServerSocket blocking =
        new ServerSocket(0) {
          @Override
          public void close() throws IOException {
            try {
              ModelFixture.await(release, "release of a close() that blocks");
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            super.close();
          }
        };
    try (ServerSocket socket = new ServerSocket(0)) {
      listeners.add(blocking);
      listeners.add(socket);
      Caller drainer =
          Caller.start(
              () -> {
                listeners.close();
                return null;
              });
      drainer.join();
      assertThat(socket.isClosed()).isTrue();
    } finally {
      release.countDown();
    }
    ModelFixture.eventually("the last is closed", blocking::isClosed);
  }

  /** An isClosed() of the server's own may be synchronized, and its monitor held for good. */
  @Test
  void shouldNotWaitForASocketOfTheServersOwn() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicReference<CountDownLatch> blocks = new AtomicReference<>();
    ServerSocket blocking =
        new ServerSocket(0) {
          @Override
          public boolean isClosed() {
            CountDownLatch until = blocks.get();
            if (until != null) {
              asked.countDown();
              try {
                ModelFixture.await(until, "release of an isClosed() that blocks");
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            }
            return super.isClosed();
          }
        };
    blocks.set(release);
    try (ServerSocket socket = new ServerSocket(0)) {
      listeners.add(blocking);
      assertThat(listeners.anyListens()).as("without an answer").isTrue();
      ModelFixture.await(asked, "the question");
      assertThat(listeners.anyListens()).as("without an answer").isTrue();
      listeners.add(socket);
    } finally {
      release.countDown();
    }
    blocking.close();
    ModelFixture.eventually("the answer", () -> !listeners.anyListens());
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
