package cal.core.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import cal.core.spi.FileProvider;
import java.io.Closeable;
import java.io.File;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are closed while an operation of theirs is in flight. */
@Timeout(300)
class OpenFileTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private final CountDownLatch inFlight = new CountDownLatch(1);
  private final CountDownLatch ends = new CountDownLatch(1);
  private final FileProvider slow = new Slow();
  private File file;

  /** Has each operation in flight until the test lets it end. */
  private final class Slow implements FileProvider {
    private <T> T after(Call<T> plain) throws IOException {
      inFlight.countDown();
      try {
        assertThat(ends.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException never) {
        throw new AssertionError(never);
      }
      return plain.call();
    }

    @Override
    public int read(FileDescriptor of, byte[] into, int offset, int length, Call<Integer> plain)
        throws IOException {
      return after(plain);
    }

    @Override
    public <T> T call(Call<T> plain) throws IOException {
      return after(plain);
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void make(@TempDir Path folder) throws IOException {
    file = Files.writeString(folder.resolve("file"), "0123").toFile();
  }

  private interface Step {
    Object make() throws IOException;
  }

  /** Makes a step elsewhere, and waits until it waits. */
  private static FutureTask<Object> waiting(Step step) {
    FutureTask<Object> made = new FutureTask<>(step::make);
    Thread thread = Thread.ofPlatform().daemon().start(made);
    await("a thread waits")
        .atMost(DEADLINE)
        .until(
            () ->
                Stream.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TIMED_WAITING)
                    .anyMatch(thread.getState()::equals));
    return made;
  }

  private static FutureTask<Object> closing(Closeable closed) {
    return waiting(
        () -> {
          closed.close();
          return "closed";
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"input", "output", "random"})
  void shouldCloseAStreamAndItsChannelAtOnce(String kind) throws Exception {
    Closeable stream;
    FileChannel channel;
    FutureTask<Object> operation;
    switch (kind) {
      case "input" -> {
        ProvidedInput in = new ProvidedInput(file, slow);
        stream = in;
        channel = in.getChannel();
        operation = waiting(in::read);
      }
      case "output" -> {
        ProvidedOutput out = new ProvidedOutput(file, true, slow);
        stream = out;
        channel = out.getChannel();
        operation =
            waiting(
                () -> {
                  out.write(1);
                  return "written";
                });
      }
      default -> {
        ProvidedRandomAccess random = new ProvidedRandomAccess(file, "rw", slow);
        stream = random;
        channel = random.getChannel();
        operation = waiting(random::read);
      }
    }
    inFlight.await();
    FutureTask<Object> first = closing(stream);
    FutureTask<Object> second = closing(channel);
    ends.countDown();
    for (FutureTask<Object> one : List.of(operation, first, second)) {
      assertThat(one.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    }
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void shouldRefuseWhatComesAfterAClose() throws Exception {
    ends.countDown();
    ProvidedInput in = new ProvidedInput(file, slow);
    in.close();
    assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessage("Stream Closed");
    assertThat(inFlight.getCount()).as("no operation is begun").isOne();
  }
}
