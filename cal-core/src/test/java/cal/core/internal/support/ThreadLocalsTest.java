package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each assumption about JDK 25. */
class ThreadLocalsTest {
  private final ThreadLocal<String> user = new ThreadLocal<>();
  private final ThreadLocal<String> known = ThreadLocal.withInitial(() -> "nobody");
  private final ThreadLocals.Own<String> own = new ThreadLocals.Own<>();

  /** None of its methods may run. */
  private static final class Overridden extends ThreadLocal<String> {
    @Override
    public void remove() {
      throw new AssertionError("of the server");
    }
  }

  @Test
  void shouldKnowThisJdk() {
    assertThat(ThreadLocals.missing()).isEmpty();
  }

  private static void alone(Runnable body) throws InterruptedException {
    Throwable[] thrown = new Throwable[1];
    Thread thread = Thread.ofPlatform().inheritInheritableThreadLocals(false).unstarted(body);
    thread.setUncaughtExceptionHandler((any, failure) -> thrown[0] = failure);
    thread.start();
    thread.join();
    assertThat(thrown[0]).isNull();
  }

  @Test
  void shouldCarryWhatAStepHasSet() throws InterruptedException {
    List<Map<ThreadLocal<?>, Object>> carried = new ArrayList<>();
    alone(
        () -> {
          assertThat(ThreadLocals.putOn(null)).isNull();
          user.set("ann");
          assertThat(known.get()).isEqualTo("nobody");
          own.set("of the thread");
          carried.add(ThreadLocals.takeOff(null));
          assertThat(user.get()).isNull();
          assertThat(own.get()).isEqualTo("of the thread");
        });
    assertThat(carried.getFirst()).hasSize(2).containsEntry(user, "ann");
    alone(
        () -> {
          known.set("mine");
          Map<ThreadLocal<?>, Object> mine = ThreadLocals.putOn(carried.getFirst());
          assertThat(user.get() + known.get() + own.get()).isEqualTo("annnobodynull");
          user.remove();
          assertThat(ThreadLocals.takeOff(mine)).hasSize(1).containsEntry(known, "nobody");
          assertThat(user.get() + known.get()).isEqualTo("nullmine");
        });
  }

  /** A value that the thread had before, such as of an interceptor, is not the activity's. */
  @Test
  void shouldLeaveTheValuesOfItsThread() throws InterruptedException {
    alone(
        () -> {
          user.set("the thread's");
          Map<ThreadLocal<?>, Object> mine = ThreadLocals.putOn(null);
          assertThat(user.get()).isEqualTo("the thread's");
          assertThat(ThreadLocals.takeOff(mine)).isNull();
          assertThat(user.get()).isEqualTo("the thread's");
        });
  }

  @Test
  void shouldRunNoCodeOfTheServer() throws InterruptedException {
    alone(
        () -> {
          new Overridden().set("any");
          Map<ThreadLocal<?>, Object> carried = ThreadLocals.takeOff(null);
          assertThat(carried).hasSize(1);
          assertThat(ThreadLocals.takeOff(ThreadLocals.putOn(carried))).hasSize(1);
        });
  }

  @Test
  void shouldInheritAsAThreadDoes() throws InterruptedException {
    InheritableThreadLocal<String> region =
        new InheritableThreadLocal<>() {
          @Override
          protected String childValue(String parent) {
            return parent + "'s child";
          }
        };
    alone(
        () -> {
          assertThat(ThreadLocals.inherited()).isNull();
          region.set("north");
          assertThat(ThreadLocals.inherited()).hasSize(1).containsEntry(region, "north's child");
        });
  }

  /** The JDK's buffer of a thread that reads a socket stays there, for the next activity. */
  @Test
  void shouldLeaveBuffersOfTheJdk() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      client.getOutputStream().write(1);
      alone(
          () -> {
            try {
              assertThat(accepted.getInputStream().read()).isEqualTo(1);
            } catch (IOException lost) {
              throw new AssertionError(lost);
            }
            assertThat(ThreadLocals.takeOff(null)).isNull();
          });
    }
  }

  @Test
  void shouldCarryBetweenThreadsOfAnyKind() throws InterruptedException {
    List<Map<ThreadLocal<?>, Object>> carried = new ArrayList<>();
    Thread.ofVirtual()
        .start(
            () -> {
              user.set("ann");
              carried.add(ThreadLocals.takeOff(null));
            })
        .join();
    alone(
        () -> {
          ThreadLocals.putOn(carried.getFirst());
          assertThat(user.get()).isEqualTo("ann");
        });
  }
}
