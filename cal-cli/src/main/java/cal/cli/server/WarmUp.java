package cal.cli.server;

import cal.cli.process.ProcessFigures;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The load on a young JVM before the measurement: until the compilers have had next to nothing to
 * do for a second, and for so long at most. A compiler takes time from the server on a shared core,
 * and uncompiled code is slow. So an early measurement is of the server's youth. Stateless.
 */
public final class WarmUp {
  /** The longest warm-up for the record, in seconds. */
  public static final int MOST = 12;

  private static final Duration LOOK = Duration.ofMillis(500);

  /** The part of a core that counts as nothing. */
  private static final double IDLE = 0.05;

  private static final int IDLE_LOOKS = 2;

  /** The usual length of warm-ups for the record. */
  private static final Duration USUAL = Duration.ofSeconds(7);

  /**
   * Clients for the warm-up of a young server: each busy thread takes as much of a core as the
   * compiler's, which under a thousand would not be done by the end.
   */
  public static final int FEW = 2;

  private WarmUp() {}

  /** Load for a time. */
  @FunctionalInterface
  public interface Load {
    void last(Duration time) throws InterruptedException;
  }

  /** Warms a server up; without a figure of the compilers, for the longest time. */
  public static void of(ServerProcess server, Duration most, Load load)
      throws InterruptedException {
    of(new ProcessFigures(server.pid())::cpuOfCompilers, most, load);
  }

  /** The same, by the compilers' CPU time so far, in nanoseconds. */
  public static void of(Supplier<OptionalLong> compilers, Duration most, Load load)
      throws InterruptedException {
    OptionalLong before = compilers.get();
    int idle = 0;
    Duration left = most;
    while (left.isPositive() && idle < IDLE_LOOKS) {
      Duration time = left.compareTo(LOOK) < 0 ? left : LOOK;
      load.last(time);
      left = left.minus(time);
      OptionalLong now = compilers.get();
      idle = isIdle(before, now, time) ? idle + 1 : 0;
      before = now;
    }
  }

  private static boolean isIdle(OptionalLong before, OptionalLong now, Duration time) {
    return before.isPresent()
        && now.isPresent()
        && now.getAsLong() - before.getAsLong() < time.toNanos() * IDLE;
  }

  /** The approximate length. */
  public static Duration usual(Duration most) {
    return most.compareTo(USUAL) < 0 ? most : USUAL;
  }
}
