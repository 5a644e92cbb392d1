package cal.proactor;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.contract.ModelFixture;
import cal.core.internal.os.Linux;
import cal.proactor.internal.uring.IoUringProvider;
import cal.proactor.internal.uring.UringFile;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A call that opens a file may wait, for a pipe's other end or a file server's answer. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class UringFileTest {
  /** The JDK's own signal to threads that wait in a call, of which no call begins again. */
  private static final int SIGNAL = 62;

  private record Waiting(long thread, Path task) {}

  @Test
  void shouldOpenAFileAlthoughSignalsCome(@TempDir Path folder) throws Throwable {
    assumeTrue(new IoUringProvider().missing().isEmpty(), "needs native access");
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Class.forName("sun.nio.ch.NativeThread"); // has the process bear the signal
    CompletableFuture<Waiting> begun = new CompletableFuture<>();
    FutureTask<AioHandle> opening =
        new FutureTask<>(
            () -> {
              begun.complete(own());
              return UringFile.open(pipe, Set.of(StandardOpenOption.WRITE));
            });
    Thread.ofPlatform().name("opens").start(opening);
    Waiting waiting = begun.get(2, TimeUnit.MINUTES);
    for (int i = 0; i < 3; i++) {
      ModelFixture.eventually(
          "the wait in the call", () -> opening.isDone() || opens(waiting.task));
      assertThat(opening.isDone()).as("the call has ended by signal %s", i).isFalse();
      signal(waiting.thread);
    }
    try (FileInputStream other = new FileInputStream(pipe.toFile());
        AioHandle file = opening.get(2, TimeUnit.MINUTES)) {
      assertThat(file.isClosed()).isFalse();
      assertThat(other.available()).isZero();
    }
  }

  private static Waiting own() throws Exception {
    try {
      long thread = (long) Linux.call("pthread_self", JAVA_LONG).invokeExact(Linux.state());
      return new Waiting(thread, Path.of("/proc/thread-self").toRealPath());
    } catch (Throwable failure) {
      throw new AssertionError("pthread_self", failure);
    }
  }

  private static void signal(long thread) throws Throwable {
    int result =
        (int)
            Linux.call("pthread_kill", JAVA_INT, JAVA_LONG, JAVA_INT)
                .invokeExact(Linux.state(), thread, SIGNAL);
    assertThat(result).isZero();
  }

  /** The kernel waits for the other end of a pipe there. */
  private static boolean opens(Path task) {
    try {
      return Files.readString(task.resolve("wchan")).contains("wait_for_partner");
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
