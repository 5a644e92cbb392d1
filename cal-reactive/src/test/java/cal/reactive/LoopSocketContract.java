package cal.reactive;

import cal.core.internal.stage.ActivityThreads;
import java.util.Map;

/** The contract for the sockets of event loops, which each test opens anew. */
abstract class LoopSocketContract extends SocketContract {
  private final ActivityThreads activities;

  LoopSocketContract(int loops) {
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
                transport(),
                "cal.reactive.scheduler",
                scheduler()));
  }

  /** What is beneath the loops; a sub-class runs the contract over another. */
  String transport() {
    return "nio";
  }

  /** What schedules activities; a sub-class runs the contract where no loop can. */
  String scheduler() {
    return "loops";
  }

  /** The sockets of the loops, in activities. */
  final Side onLoops() {
    return new Side(activities.sockets(), activities);
  }

  /** The sockets of the loops, on platform threads. */
  final Side offLoopsOnPlatformThreads() {
    return Side.onPlatformThreads(activities.sockets());
  }

  /** The sockets of the loops, on virtual threads of the JDK's scheduler. */
  final Side offLoopsOnVirtualThreads() {
    return Side.onVirtualThreads(activities.sockets());
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
