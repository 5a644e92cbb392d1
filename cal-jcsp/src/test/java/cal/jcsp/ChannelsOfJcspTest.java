package cal.jcsp;

import static cal.core.contract.ModelFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jcsp.lang.Any2AnyChannel;
import org.jcsp.lang.Channel;
import org.jcsp.lang.PoisonException;
import org.jcsp.lang.ProcessInterruptedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The behaviour of JCSP 1.1-rc5 that this module relies on, not all of it documented, and the
 * reason for buffered channels only.
 */
@Timeout(300)
class ChannelsOfJcspTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  /** A message: who wrote it, and which of the writer's it is. */
  private record Message(int writer, int number) implements CapturedActivity {
    @Override
    public Stage stage() {
      return null;
    }

    @Override
    public Object context() {
      return null;
    }

    @Override
    public String site() {
      return "nowhere";
    }

    @Override
    public String name() {
      return toString();
    }

    @Override
    public void giveUp(Throwable why) {
      throw new AssertionError("nobody runs a message", why);
    }
  }

  private static Thread daemon(Runnable body) {
    return Thread.ofPlatform().daemon().start(body);
  }

  @Test
  void shouldPassEachMessageOnceInOrderWithinItsBound() throws InterruptedException {
    int capacity = 5;
    int each = 20_000;
    ActivityBuffer buffer = new ActivityBuffer(capacity);
    Any2AnyChannel<CapturedActivity> channel = Channel.any2any(buffer, 0);
    List<Thread> writers = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    for (int w = 0; w < 4; w++) {
      int writer = w;
      writers.add(
          daemon(
              () -> {
                for (int i = 0; i < each; i++) {
                  channel.out().write(new Message(writer, i));
                  if (buffer.waiting().size() > capacity + 1) {
                    over.set(true);
                  }
                }
              }));
    }
    List<List<Message>> read = new ArrayList<>();
    for (int r = 0; r < 4; r++) {
      List<Message> own = new ArrayList<>();
      read.add(own);
      readers.add(
          daemon(
              () -> {
                try {
                  while (true) {
                    own.add((Message) channel.in().read());
                  }
                } catch (PoisonException end) {
                  return;
                }
              }));
    }
    for (Thread writer : writers) {
      assertThat(writer.join(DEADLINE)).as("a writer ends").isTrue();
    }
    eventually("all are read", () -> buffer.waiting().isEmpty());
    channel.out().poison(1);
    for (Thread reader : readers) {
      assertThat(reader.join(DEADLINE)).as("a reader ends").isTrue();
    }
    assertThat(over).as("more than capacity, and the one of a writer that waits").isFalse();
    assertThat(read.stream().mapToInt(List::size).sum()).isEqualTo(4 * each);
    boolean[][] seen = new boolean[4][each];
    for (List<Message> own : read) {
      int[] last = {-1, -1, -1, -1};
      for (Message message : own) {
        assertThat(message.number).isGreaterThan(last[message.writer]);
        last[message.writer] = message.number;
        assertThat(seen[message.writer][message.number]).isFalse();
        seen[message.writer][message.number] = true;
      }
    }
  }

  @Test
  void shouldLetAWriterWaitOnlyBeyondTheBound() {
    ActivityBuffer buffer = new ActivityBuffer(3);
    Any2AnyChannel<CapturedActivity> channel = Channel.any2any(buffer, 0);
    for (int i = 0; i < 3; i++) {
      channel.out().write(new Message(0, i));
    }
    Thread beyond = daemon(() -> channel.out().write(new Message(0, 3)));
    eventually("the fourth waits", () -> beyond.getState() == Thread.State.WAITING);
    assertThat(((Message) channel.in().read()).number).isZero();
    eventually("a read lets it go", () -> !beyond.isAlive());
  }

  @Test
  void shouldKeepWhatIsInABufferThroughPoison() {
    Any2AnyChannel<CapturedActivity> channel = Channel.any2any(new ActivityBuffer(3), 0);
    channel.out().write(new Message(0, 7));
    channel.out().poison(1);
    assertThat(((Message) channel.in().read()).number).isEqualTo(7);
  }

  @Test
  void shouldLoseNothingOfABufferByAnInterrupt() throws InterruptedException {
    Any2AnyChannel<CapturedActivity> channel = Channel.any2any(new ActivityBuffer(3), 0);
    interruptAReader(() -> channel.in().read());
    channel.out().write(new Message(0, 1));
    assertThat(((Message) channel.in().read()).number).isEqualTo(1);
  }

  /**
   * Why no activity goes through a channel without a buffer: the next read takes what none wrote.
   */
  @Test
  void shouldSeeThatAnInterruptBreaksAChannelWithoutABuffer() throws InterruptedException {
    Any2AnyChannel<CapturedActivity> channel = Channel.any2any();
    interruptAReader(() -> channel.in().read());
    assertThat(channel.in().read()).as("read although nothing was ever written").isNull();
  }

  private static void interruptAReader(Runnable read) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread reader =
        daemon(
            () -> {
              try {
                read.run();
              } catch (ProcessInterruptedException e) {
                thrown.set(e);
              }
            });
    eventually("the reader waits", () -> reader.getState() == Thread.State.WAITING);
    reader.interrupt();
    assertThat(reader.join(DEADLINE)).isTrue();
    assertThat(thrown.get()).isInstanceOf(ProcessInterruptedException.class);
  }
}
