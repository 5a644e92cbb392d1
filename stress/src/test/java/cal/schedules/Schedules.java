package cal.schedules;

import cal.core.internal.admission.PermitsStress;
import cal.core.internal.region.RegionWaitStress;
import cal.core.internal.stage.GenerationStress;
import cal.core.internal.support.ArrivalsStress;
import cal.proactor.OperationStress;
import cal.reactive.internal.loop.SleepStress;
import cal.reactive.internal.socket.ReadAheadStress;
import cal.reactive.internal.step.LeftStepStress;
import cal.reactive.internal.step.ReadinessStress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Stress tests of jcstress under schedules of Fray: {@code Schedules PATTERN FOLDER}. Beside each
 * class of the library stands a twin with a call left out, which has to be found: a test that finds
 * none is empty.
 */
final class Schedules {
  private static final String PERMITS = "cal.core.internal.admission.Permits";
  private static final String READINESS = "cal.reactive.internal.step.Readiness";

  static final List<Subject> ALL =
      List.of(
          of(RegionWaitStress.UnderLock.class)
              .without("cal.core.internal.region.RegionStack", "await", "await", 0)
              .without("cal.core.internal.region.RegionStack", "leave", "exit", 0)
              .without("cal.core.internal.region.Conditions", "signal", "signal", 0),
          of(PermitsStress.ThePlaceGoesToWhoWaits.class).without(PERMITS, "leave", "release", 0),
          of(PermitsStress.NoPermitIsLostAtADoorClosedToSpawns.class)
              .without(PERMITS, "admitted", "release", 0),
          of(PermitsStress.WhoHandsOffIsAnsweredByAClosingDoor.class)
              .without(PERMITS, "close", "release", 0),
          of(PermitsStress.ACallerThatRunsIsCounted.class)
              .without(PERMITS, "overdraw", "reduce", 0),
          of(GenerationStress.class)
              .without("cal.core.internal.stage.Generations", "enter", "enter", 0)
              .without("cal.core.internal.stage.Generations", "closeIfEmpty", "isEmpty", 1),
          of(ArrivalsStress.EachIsTakenOnce.class)
              .without("cal.core.internal.support.Arrivals", "add", "compareAndSet", 1),
          of(ReadAheadStress.class)
              .without("cal.reactive.internal.socket.SocketInput", "keep", "dropIfOver", 0),
          of(SleepStress.NoTurnIsSleptOver.class)
              .without("cal.reactive.internal.loop.TurnQueue", "add", "run", 0)
              .without("cal.reactive.internal.loop.Loop", "sleep", "isIdle", 1),
          of(SleepStress.NoTimerIsSleptOver.class)
              .without("cal.reactive.internal.loop.Selection", "lieDown", "set", 0),
          of(ReadinessStress.NobodyWaitsForAClosedChannel.class)
              .without(READINESS, "await", "isOpen", 1),
          of(LeftStepStress.AStepIsCalledOnce.class)
              .without("cal.reactive.internal.step.LoopStep", "claim", "compareAndSet", 1),
          of(LeftStepStress.NoClosedChannelKeepsAStep.class)
              .without(READINESS, "leaveStep", "isOpen", 1),
          of(OperationStress.OneIsStartedTwice.class)
              .without("cal.proactor.OperationState", "moves", "compareAndSet", 1),
          of(OperationStress.ATimerIsCancelledAsItIsDue.class)
              .without("cal.proactor.OperationState", "moves", "compareAndSet", 1),
          of(OperationStress.TheProactorIsClosedAsItStarts.class)
              .without("cal.proactor.AioProcessor", "start", "dispatchAll", 0));

  private Schedules() {}

  private static Subject of(Class<?> state) {
    return new Subject(state, List.of());
  }

  /** Runs the tests of a name; the exit status is 1 where one is not as expected. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    List<String> java = FrayJdk.java(folder);
    List<Run> runs = new ArrayList<>();
    for (Subject subject : ALL) {
      for (int twin = -1; twin < subject.twins().size(); twin++) {
        if (subject.toString().matches(arguments[0])) {
          runs.add(new Run(java, subject, twin, folder.resolve("runs")));
        }
      }
    }
    boolean good = !runs.isEmpty();
    try (ExecutorService each =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      for (Future<Boolean> run : each.invokeAll(runs)) {
        good &= run.get();
      }
    }
    System.exit(good ? 0 : 1);
  }
}
