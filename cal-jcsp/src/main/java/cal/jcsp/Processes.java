package cal.jcsp;

import cal.core.spi.Stage;
import cal.core.spi.VirtualThreads;
import org.jcsp.lang.CSProcess;

/**
 * Starts the processes of a stage, each on a thread of its own: {@code cal-<model>-<stage>-<n>}, a
 * daemon. Thread-safe.
 *
 * <p>A {@link CSProcess} runs on any thread, and channels know none. {@code ProcessManager} hides
 * the thread, cannot use virtual threads, prints failures, and drops the process after a call of
 * {@code Parallel.destroy()}; so CAL does not use {@code ProcessManager}.
 */
class Processes implements AutoCloseable {
  /**
   * The work of a process for a thread: of a named class, as {@link
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
   * @return the thread
   * @throws RuntimeException or an error, if no thread can be had; the process has not begun then
   */
  Thread start(Body body) {
    String name = stage.nextThreadName();
    return virtual == null
        ? Thread.ofPlatform().daemon().name(name).start(body)
        : virtual.start(name, body);
  }

  /**
   * Ends the starter of processes for event loops; running processes go on. The stage starts no
   * more.
   */
  @Override
  public void close() {
    if (virtual != null) {
      virtual.close();
    }
  }
}
