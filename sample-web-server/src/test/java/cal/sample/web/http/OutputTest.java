package cal.sample.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class OutputTest {
  private static final int MEGABYTE = 1 << 20;

  @TempDir Path folder;

  private final StringBuilder seen = new StringBuilder();

  /** An answer of a megabyte. */
  private interface Answer {
    void send(Output out) throws IOException;
  }

  @Test
  void shouldLetOthersGoOnWhileAClientTakesAllThatComes() throws Exception {
    byte[] much = new byte[MEGABYTE];
    send(out -> out.write(much, 0, much.length, false));
    assertThat(seen).hasToString("first, other, last");
  }

  @Test
  void shouldLetOthersGoOnBetweenSmallAnswersToo() throws Exception {
    byte[] answer = new byte[1_000];
    send(
        out -> {
          for (int i = 0; i < MEGABYTE / answer.length; i++) {
            out.write(answer, 0, answer.length, false);
          }
        });
    assertThat(seen).hasToString("first, other, last");
  }

  @Test
  void shouldLetOthersGoOnWhileAFileIsTransferred() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[MEGABYTE]);
    try (FileChannel channel = FileChannel.open(file)) {
      send(out -> out.transfer(file, channel, 0, MEGABYTE));
    }
    assertThat(seen).hasToString("first, other, last");
  }

  /** On one thread that schedules two in turns, as an event loop does. */
  private void send(Answer answer) throws ReflectiveOperationException {
    Queue<Runnable> turns = new ArrayDeque<>();
    start(turns::add, () -> sendAlone(answer));
    start(turns::add, () -> seen.append("other, "));
    while (!turns.isEmpty()) {
      turns.remove().run();
    }
  }

  private void sendAlone(Answer answer) {
    seen.append("first, ");
    try {
      answer.send(new Output(OutputStream.nullOutputStream(), true));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    seen.append("last");
  }

  private static void start(Executor scheduler, Runnable body) throws ReflectiveOperationException {
    Constructor<?> builder =
        Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
            .getDeclaredConstructor(Executor.class);
    builder.setAccessible(true);
    ((Thread.Builder.OfVirtual) builder.newInstance(scheduler)).start(body);
  }
}
