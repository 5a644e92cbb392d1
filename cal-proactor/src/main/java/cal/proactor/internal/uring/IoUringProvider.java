package cal.proactor.internal.uring;

import cal.core.internal.os.Ring;
import cal.core.internal.os.SystemCalls;
import cal.proactor.AioConfig;
import cal.proactor.AioConfig.Interrupt;
import cal.proactor.AioConfig.Start;
import cal.proactor.AioConfig.Waits;
import cal.proactor.AioDevice;
import cal.proactor.AioProvider;
import cal.proactor.Completions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;

/**
 * The kernel's own operations, by {@code io_uring} of Linux 5.13 or later. Accepting, connecting
 * and datagrams wait for readiness by it, and are then calls of the JDK.
 */
public final class IoUringProvider implements AioProvider {
  private static final int RANK = 30;

  private static final Path SWITCH = Path.of("/proc/sys/kernel/io_uring_disabled");

  /** Called by the service loader. */
  public IoUringProvider() {}

  @Override
  public String name() {
    return "io_uring";
  }

  @Override
  public int rank() {
    return RANK;
  }

  @Override
  public Optional<String> missing() {
    return SystemCalls.missing(name()).or(IoUringProvider::refused);
  }

  /** The system may refuse its calls, as containers often do. */
  private static Optional<String> refused() {
    try {
      Ring ring = new Ring(1, false);
      try {
        ring.enter(0);
      } finally {
        ring.close();
      }
      return Optional.empty();
    } catch (IOException | LinkageError | RuntimeException refused) {
      return Optional.of(
          "the system refuses io_uring: %s%s".formatted(refused.getMessage(), remark()));
    }
  }

  /** Where the kernel's own switch is the reason, it is named. */
  private static String remark() {
    try {
      String value = Files.readString(SWITCH).strip();
      return value.equals("0") ? "" : " (kernel.io_uring_disabled=%s)".formatted(value);
    } catch (IOException | RuntimeException unknown) {
      return "";
    }
  }

  @Override
  public Optional<String> refuses(AioConfig config) {
    return config
        .beyond(
            EnumSet.of(Waits.DEFAULT, Waits.QUEUE, Waits.EVENTFD, Waits.SQPOLL),
            EnumSet.of(Interrupt.DEFAULT, Interrupt.EVENTFD, Interrupt.PIPE, Interrupt.MESSAGE),
            EnumSet.of(Start.INTERRUPTING, Start.LEADER))
        .or(() -> refusedByTheSystem(config));
  }

  /** Tries the strategies that newer systems have. */
  private static Optional<String> refusedByTheSystem(AioConfig config) {
    try {
      if (config.waits() == Waits.SQPOLL) {
        Ring.polled(1).close();
      }
    } catch (IOException refused) {
      return Optional.of(
          "the system refuses wait=sqpoll: %s; give queue or eventfd"
              .formatted(refused.getMessage()));
    }
    return config.interrupt() == Interrupt.MESSAGE && !takesMessages()
        ? Optional.of("interrupt=message needs Linux 6.13; give eventfd or pipe")
        : Optional.empty();
  }

  private static boolean takesMessages() {
    try {
      Ring ring = new Ring(1, false);
      try {
        return ring.send();
      } finally {
        ring.close();
      }
    } catch (IOException refused) {
      return false;
    }
  }

  @Override
  public AioDevice open(Completions completions, AioConfig config) throws IOException {
    return new IoUringDevice(completions, config);
  }
}
