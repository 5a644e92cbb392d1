package cal.proactor;

import java.util.function.Consumer;

/**
 * The thread that leads a dedicated processor (section 7.2), from its start until nothing is in
 * flight any more.
 */
final class DedicatedLeader extends Thread {
  private final AioProcessor processor;
  private final Runnable afterEach;
  private final Consumer<Throwable> broken;

  /**
   * Takes the leadership, for the thread that is to be started.
   *
   * @param afterEach called after each wait
   * @param broken takes the failure of the device
   */
  DedicatedLeader(AioProcessor processor, Runnable afterEach, Consumer<Throwable> broken) {
    super("cal-proactor-leader");
    this.processor = processor;
    this.afterEach = afterEach;
    this.broken = broken;
    setDaemon(true);
    if (!processor.acquireLeadership()) {
      throw new IllegalStateException("the processor is led");
    }
  }

  @Override
  public void run() {
    try {
      while (!processor.isShut() || processor.isBusy()) {
        processor.handleAioEvents(Long.MAX_VALUE);
        interrupted(); // meant for nobody; kept, it would end each wait
        afterEach.run();
      }
      processor.device().close();
    } catch (Throwable failure) {
      broken.accept(failure);
    }
  }
}
