package cal.reactive.internal.socket;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.stage.ActivityThreads;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.condition.OS;

/** The contract for the sockets of event loops, which each test opens anew. */
abstract class LoopSocketContract extends SocketContract {
  /** The threads that use the ends of a connection. */
  enum Use {
    BOTH_ON_LOOPS,
    ACCEPTED_ON_LOOP,
    CONNECTED_ON_LOOP,
    ON_PLATFORM_THREADS,
    ON_VIRTUAL_THREADS
  }

  private final ActivityThreads activities;
  private final Side here;
  private final Use use;
  private final boolean ipv6;

  LoopSocketContract(int loops, Use use, boolean ipv6, String transport, String scheduler) {
    assumeTrue(OS.LINUX.isCurrentOs() || !transport.equals("io_uring"), "io_uring is of Linux");
    this.use = use;
    this.ipv6 = ipv6;
    activities =
        new ActivityThreads(
            Map.of(
                "cal.model",
                loops == 1 ? "reactive" : "reactive-pool",
                "cal.reactive-pool.loops",
                String.valueOf(loops),
                "cal.reactive.slow-step",
                "0ms",
                "cal.reactive.transport",
                transport,
                "cal.reactive.scheduler",
                scheduler));
    here =
        switch (use) {
          case ON_PLATFORM_THREADS -> Side.onPlatformThreads(activities.sockets());
          case ON_VIRTUAL_THREADS -> Side.onVirtualThreads(activities.sockets());
          default -> new Side(activities.sockets(), activities);
        };
  }

  @Override
  Side here() {
    return here;
  }

  @Override
  Side there() {
    return use == Use.ACCEPTED_ON_LOOP || use == Use.CONNECTED_ON_LOOP
        ? Side.onPlatformThreads(Side.JDK)
        : here;
  }

  @Override
  InetAddress address() {
    return ipv6 ? ipv6() : super.address();
  }

  @Override
  boolean accepted() {
    return use != Use.CONNECTED_ON_LOOP;
  }

  @Override
  boolean closedByInterrupt() {
    return false;
  }

  @Override
  void close() {
    activities.close();
  }
}
