package cal.reactive.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.spi.Cores;
import cal.reactive.internal.group.Loops;
import cal.reactive.internal.group.Patience;
import cal.reactive.internal.group.Scheduling;
import cal.reactive.internal.transport.Transport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process whose event loop dies. */
@Timeout(300)
class LoopDeathTest {
  @Test
  void shouldEndTheProcessWithASentenceWhenALoopDiesForWantOfMemory(@TempDir Path folder)
      throws Exception {
    Path err = folder.resolve("err");
    Process process =
        ChildJvm.of(List.of("-Xmx24m", ChildJvm.OPEN), Dying.class)
            .redirectError(err.toFile())
            .start();
    assertThat(ChildJvm.status(process)).isEqualTo(1);
    assertThat(Files.readAllLines(err))
        .contains("cal: the event loop dying-loop-1 died, and the server with it; exit status 1");
  }

  /** A loop is given a turn that fails, which no virtual thread's does. */
  static final class Dying {
    /** All that was allocated, each piece with the one before. */
    private static Object[] heap = {};

    private Dying() {}

    public static void main(String[] arguments) throws InterruptedException {
      Loops loops =
          new Loops(
              "dying",
              1,
              new Patience(Duration.ofMillis(100), Duration.ofMillis(10), 4),
              1 << 20,
              Transport.NIO,
              Scheduling.LOOPS,
              Cores.ALL);
      loops
          .place()
          .execute(
              () -> {
                for (int size = 1 << 20; size > 2; size /= 16) {
                  fill(size);
                }
                throw new OutOfMemoryError();
              });
      new CountDownLatch(1).await();
    }

    private static void fill(int size) {
      try {
        while (true) {
          Object[] piece = new Object[size];
          piece[0] = heap;
          heap = piece;
        }
      } catch (OutOfMemoryError full) {
        return; // for pieces of this size
      }
    }
  }
}
