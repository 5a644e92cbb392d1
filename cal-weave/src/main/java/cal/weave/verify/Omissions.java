package cal.weave.verify;

import cal.weave.calls.CallContexts;
import cal.weave.calls.CallGraph;
import cal.weave.check.BlindSpots;
import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import cal.weave.code.Unweaving;
import java.util.List;

/** The waits and code of activities outside the model. Stateless. */
final class Omissions {
  private static final String LOCKS =
      "lock|lockInterruptibly|await\\w*|park\\w*|acquire\\w*|take|put|join|get|invoke\\w*|exchange";

  private Omissions() {}

  static List<String> of(CallGraph graph, CallContexts contexts, Model model) {
    int locks = 0;
    int monitors = 0;
    int timed = 0;
    for (Procedure procedure : contexts.procedures()) {
      if (!Unweaving.isPlumbing(procedure)) {
        boolean region = graph.isRegion(procedure);
        monitors += procedure.mayLock() && !region ? 1 : 0;
        for (CallSite site : procedure.calls()) {
          locks +=
              site.callee().owner().startsWith("java/util/concurrent/")
                      && site.callee().name().matches(LOCKS)
                  ? 1
                  : 0;
          timed += site.callee().name().equals("wait") && isTimed(site) ? 1 : 0;
        }
      }
    }
    return List.of(
        "left out: waits for sockets, exceptions and values of data; %d calls that may wait in"
                .formatted(locks)
            + " java.util.concurrent, %d methods with monitors that are no regions, %d waits with a"
                .formatted(monitors, timed)
            + " time limit, threads that CAL does not start"
            + (model.recursive() ? ", calls of a method by itself" : ""),
        "bounds: more than %d activities, threads or places of a stage behave as %1$d; more than"
                .formatted(model.few())
            + " %d places are never taken; objects of a class share a guard"
                .formatted(StageLimits.MANY),
        "not seen: " + BlindSpots.in(graph, contexts));
  }

  private static boolean isTimed(CallSite site) {
    return site.callee().descriptor().matches("\\(JI?\\)V");
  }
}
