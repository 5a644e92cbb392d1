package cal.core.internal.support;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Ends the process after the death of a vital thread: activities would hang for good, with their
 * clients. The process ends whatever fails on the way, for want of memory above all, and whatever
 * the log waits for. For the vital thread.
 */
public final class LastWords {
  /** How long the cause may take to be told; a lock of the log may never be let go of any more. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  /** Memory to end with: even to halt, the JVM may have to load a class. Given up when needed. */
  @SuppressWarnings("UnusedVariable")
  private static volatile byte[] reserve = new byte[1 << 17];

  private final String who;
  private final OutputStream err;
  private final Duration limit;
  private final Runnable halt;

  /** Made beforehand: there may be no memory later. */
  private final byte[] sentence;

  /**
   * Prepares the words.
   *
   * @param who the thread, for example {@code the event loop cal-reactive-loop-1}
   */
  public LastWords(String who) {
    this(who, new FileOutputStream(FileDescriptor.err), LIMIT, () -> Runtime.getRuntime().halt(1));
  }

  LastWords(String who, OutputStream err, Duration limit, Runnable halt) {
    this.who = who;
    this.err = err;
    this.limit = limit;
    this.halt = halt;
    this.sentence =
        ("cal: " + who + " died, and the server with it; exit status 1" + System.lineSeparator())
            .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * First the part without need of memory, then the cause: by a thread with a short wait, since a
   * full pipe keeps its writer for good. The dying thread speaks itself where no other can be had.
   */
  public void speak(Throwable cause) {
    reserve = null;
    try {
      Thread teller = CalThread.ofTask("cal-last-words", () -> tell(cause));
      teller.start();
      await(teller);
    } catch (Throwable noTeller) {
      say();
    } finally {
      end();
    }
  }

  /** An interrupt from before must not cut the words. */
  private void await(Thread teller) {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toNanos();
        left > 0 && teller.isAlive();
        left = end - System.nanoTime()) {
      try {
        teller.join(Duration.ofNanos(left));
      } catch (InterruptedException hurried) {
        Thread.onSpinWait(); // the process ends
      }
    }
  }

  private void say() {
    try {
      err.write(sentence);
    } catch (Throwable mute) {
      Thread.onSpinWait(); // there is no way left to say it
    }
  }

  private void end() {
    while (true) {
      try {
        halt.run();
        return;
      } catch (Throwable again) {
        Thread.yield(); // others may leave some memory
      }
    }
  }

  private void tell(Throwable cause) {
    say();
    System.err.println("cal: " + who + " died of " + cause);
    System.err.flush();
    Log.log(System.Logger.Level.ERROR, who + " died, and the server with it", cause);
  }
}
