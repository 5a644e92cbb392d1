package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

/** A thread of a test that does one thing; what it throws comes out where it is joined. */
public final class Caller {
  private final Thread thread;
  private volatile Object result;
  private volatile Throwable thrown;

  private Caller(Work.Body body) {
    thread = Thread.ofPlatform().daemon().name("test-caller").unstarted(() -> run(body));
  }

  /**
   * Starts a thread.
   *
   * @param body what it does
   * @return the thread
   */
  public static Caller start(Work.Body body) {
    Caller caller = new Caller(body);
    caller.thread.start();
    return caller;
  }

  /**
   * Has several threads do the same, and waits for their ends.
   *
   * @param number of threads
   * @param body what each does
   */
  public static void startMany(int number, Work.Body body) throws InterruptedException {
    for (Caller caller : Stream.generate(() -> start(body)).limit(number).toList()) {
      caller.join();
    }
  }

  private void run(Work.Body body) {
    try {
      result = body.call();
    } catch (Throwable t) {
      thrown = t;
    }
  }

  /**
   * The thread itself.
   *
   * @return the thread, started
   */
  public Thread thread() {
    return thread;
  }

  /**
   * Whether it waits with a time limit, as a caller at a full stage does.
   *
   * @return false if it does anything else
   */
  public boolean waits() {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }

  /**
   * Waits for its end.
   *
   * @return what it threw, or null
   */
  public Throwable thrown() throws InterruptedException {
    assertThat(thread.join(ModelFixture.DEADLINE)).as("%s ends", thread).isTrue();
    return thrown;
  }

  /**
   * Waits for its end, and fails where it has thrown anything.
   *
   * @return what its body returned
   */
  public Object join() throws InterruptedException {
    if (thrown() != null) {
      throw new AssertionError("in " + thread, thrown);
    }
    return result;
  }
}
