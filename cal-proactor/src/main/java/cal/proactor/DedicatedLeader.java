package cal.proactor;

import cal.core.internal.support.CalThread;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Leads a dedicated processor (section 7.2), on a thread of its own, from the start until nothing
 * is in flight any more, or the device fails.
 */
final class DedicatedLeader implements Runnable {
  private final AioProcessor processor;
  private final CompletableFuture<Boolean> leads;
  private final Runnable afterEach;
  private final Consumer<Throwable> broken;

  private DedicatedLeader(
      AioProcessor processor,
      CompletableFuture<Boolean> leads,
      Runnable afterEach,
      Consumer<Throwable> broken) {
    this.processor = processor;
    this.leads = leads;
    this.afterEach = afterEach;
    this.broken = broken;
  }

  /**
   * Takes the leadership, for a thread to be started.
   *
   * @param leads whether the thread leads, once known; otherwise the thread ends
   * @param afterEach called after each wait
   * @param broken takes the failure of the device
   */
  static Thread thread(
      AioProcessor processor,
      CompletableFuture<Boolean> leads,
      Runnable afterEach,
      Consumer<Throwable> broken) {
    Thread thread =
        CalThread.vital(
            "cal-proactor-leader", new DedicatedLeader(processor, leads, afterEach, broken));
    if (!processor.leadership().acquireLeadership()) {
      throw new IllegalStateException("the processor is led");
    }
    return thread;
  }

  @Override
  public void run() {
    if (!leads.join()) {
      return;
    }
    try {
      while (!processor.isOver()) {
        processor.handleAioEvents(Long.MAX_VALUE);
        Thread.interrupted(); // meant for nobody; kept, it would end each wait
        afterEach.run();
      }
      processor.device().close();
    } catch (Throwable failure) {
      broken.accept(failure);
      processor.abandon(failure);
    }
    processor.leadership().releaseLeadership(); // what comes late is cancelled by its own thread
  }
}
