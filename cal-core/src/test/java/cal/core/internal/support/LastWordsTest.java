package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LastWordsTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> halts = new ArrayList<>();

  private void speak(OutputStream out, Duration limit, Runnable log) {
    Logger logger = Logger.getLogger("cal");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            if (entry.getMessage().contains("some-loop-1")) {
              log.run();
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      new LastWords("the event loop some-loop-1", out, limit, () -> halts.add("halted"))
          .speak(new OutOfMemoryError("no memory for this turn"));
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void shouldEndTheProcessOnceTheCauseIsLogged() {
    speak(err, LONG, () -> halts.add("logged"));
    assertThat(halts).containsExactly("logged", "halted");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("the event loop some-loop-1 died, and the server with it");
  }

  @Test
  void shouldEndTheProcessWhereTheCauseCannotBeLogged() {
    speak(
        err,
        LONG,
        () -> {
          throw new OutOfMemoryError("no memory to log");
        });
    assertThat(halts).containsExactly("halted");
  }

  /** By a drain, for example, which interrupts the steps that are left. */
  @Test
  void shouldSayThatTheProcessEndsThoughTheThreadIsInterrupted() {
    Thread.currentThread().interrupt();
    speak(err, LONG, () -> halts.add("logged"));
    assertThat(halts).containsExactly("logged", "halted");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("some-loop-1 died");
  }

  /** A lock of the log may be the next of an activity whose loop is the dead one. */
  @Test
  void shouldEndTheProcessWhereTheLogWaitsForever() {
    CountDownLatch never = new CountDownLatch(1);
    speak(err, Duration.ofMillis(100), () -> awaitForever(never));
    assertThat(halts).containsExactly("halted");
    never.countDown();
  }

  @Test
  void shouldEndTheProcessWhereStandardErrorIsFull() {
    CountDownLatch never = new CountDownLatch(1);
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int one) {
            awaitForever(never);
          }
        };
    speak(full, Duration.ofMillis(100), () -> {});
    assertThat(halts).containsExactly("halted");
    never.countDown();
  }

  private static void awaitForever(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldEndTheProcessWhereNobodyReadsWhatItSays() {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    speak(broken, LONG, () -> {});
    assertThat(halts).containsExactly("halted");
  }
}
