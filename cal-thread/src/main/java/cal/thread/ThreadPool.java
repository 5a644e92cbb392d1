package cal.thread;

import cal.core.spi.CapturedActivity;
import cal.core.spi.Pool;
import cal.core.spi.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Platform threads on a common queue, with room for all activities. Thread-safe. */
final class ThreadPool extends Pool {
  private final BlockingQueue<CapturedActivity> queue = new LinkedBlockingQueue<>();

  /** With room for all: a started thread is always noted. */
  private final List<Thread> threads = new ArrayList<>(size());

  ThreadPool(Stage stage, Settings settings) {
    super(stage, settings);
  }

  private final class PoolThread extends Taker {
    @Override
    protected CapturedActivity take() throws InterruptedException {
      return queue.take();
    }
  }

  @Override
  protected void startThread() {
    Thread.Builder builder = Thread.ofPlatform().daemon().name(stage().nextThreadName());
    threads.add(builder.start(new PoolThread()));
  }

  @Override
  protected boolean anyWaits() {
    return !queue.isEmpty();
  }

  @Override
  protected boolean put(CapturedActivity activity) {
    queue.add(activity);
    return !closed() || !queue.remove(activity);
  }

  @Override
  public Collection<CapturedActivity> waiting() {
    return Collections.unmodifiableCollection(queue);
  }

  @Override
  public List<CapturedActivity> withdraw() {
    List<CapturedActivity> all = new ArrayList<>();
    queue.drainTo(all);
    return all;
  }

  @Override
  protected List<CapturedActivity> stop() {
    threads.forEach(Thread::interrupt);
    return withdraw();
  }
}
