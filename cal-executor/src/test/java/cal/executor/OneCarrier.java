package cal.executor;

import java.lang.reflect.Constructor;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A scheduler of virtual threads with a single carrier, first come, first served. */
final class OneCarrier implements AutoCloseable {
  private final ExecutorService carrier;

  OneCarrier(String name) {
    carrier = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  /** Starts a virtual thread here. */
  Thread start(Runnable body) throws ReflectiveOperationException {
    Constructor<?> builder =
        Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
            .getDeclaredConstructor(Executor.class);
    builder.setAccessible(true);
    return ((Thread.Builder.OfVirtual) builder.newInstance(carrier)).start(body);
  }

  /** Keeps the carrier from its virtual threads until a call returns. */
  Future<?> submit(Callable<?> body) {
    return carrier.submit(body);
  }

  @Override
  public void close() {
    carrier.shutdownNow();
  }
}
