package cal.jcsp;

import cal.core.spi.Stage;
import cal.core.spi.VirtualThreads;
import org.jcsp.lang.CSProcess;

/**
 * Starts the processes of one stage, each on a thread of its own: {@code cal-<model>-<stage>-<n>},
 * a daemon. Thread-safe.
 *
 * <p>A {@link CSProcess} runs on any thread, and channels know none. {@code ProcessManager} hides
 * its thread, cannot use a virtual one, prints what its process throws, and drops the process where
 * anybody has called {@code Parallel.destroy()}; so it is not used.
 */
class Processes implements AutoCloseable {
  /**
   * The work of a process, as a thread takes it: of a named class, as {@link
   * cal.core.spi.ActivityScheduler#start} asks.
   */
  interface Body extends CSProcess, Runnable {
    @Override
    void run();
  }

  private final Stage stage;

  /** Null where processes run on platform threads. */
  private final VirtualThreads virtual;

  Processes(Stage stage) {
    this.stage = stage;
    this.virtual =
        stage.setting(JcspModel.THREADS) == ProcessThreads.VIRTUAL
            ? new VirtualThreads("cal-jcsp-" + stage.name() + "-starter")
            : null;
  }

  /**
   * Starts a process.
   *
   * @return its thread
   * @throws RuntimeException or an error, if no thread can be had; the process has not begun then
   */
  Thread start(Body body) {
    String name = stage.nextThreadName();
    return virtual == null
        ? Thread.ofPlatform().daemon().name(name).start(body)
        : virtual.start(name, body);
  }

  /** Ends what starts processes for event loops; what runs goes on. The stage starts no more. */
  @Override
  public void close() {
    if (virtual != null) {
      virtual.close();
    }
  }
}
