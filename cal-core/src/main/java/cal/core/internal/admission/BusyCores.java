package cal.core.internal.admission;

import java.time.Duration;

/** Whether the process keeps its cores busy. For a single thread at a time. */
public final class BusyCores {
  /** Of the time of all cores: a quota of the system may give a little less. */
  private static final double BUSY = 0.7;

  private long askedAt = System.nanoTime();
  private long cpu = cpuOfProcess();

  /** Whether the process has kept its cores busy since the last question. */
  public boolean lacks() {
    long wall = -askedAt;
    long used = -cpu;
    askedAt = System.nanoTime();
    cpu = cpuOfProcess();
    wall += askedAt;
    used += cpu;
    return used >= BUSY * wall * Runtime.getRuntime().availableProcessors();
  }

  private static long cpuOfProcess() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }
}
