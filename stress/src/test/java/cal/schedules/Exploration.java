package cal.schedules;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import kotlin.Unit;
import org.pastalab.fray.core.TestRunner;
import org.pastalab.fray.core.command.Configuration;
import org.pastalab.fray.core.command.ExecutionInfo;
import org.pastalab.fray.core.command.LambdaExecutor;
import org.pastalab.fray.core.command.NetworkDelegateType;
import org.pastalab.fray.core.command.SystemTimeDelegateType;
import org.pastalab.fray.core.randomness.ControlledRandom;
import org.pastalab.fray.core.randomness.RandomnessProvider;
import org.pastalab.fray.core.scheduler.POSScheduler;
import org.pastalab.fray.core.scheduler.RandomScheduler;
import org.pastalab.fray.core.scheduler.Scheduler;
import org.pastalab.fray.runtime.LivenessException;

/**
 * Runs a stress test under many schedules of Fray: at each lock, wait, park and atomic operation,
 * and at each access of a volatile field, the schedule says which thread goes on. The same seed
 * makes the same schedules. A failure ends the JVM, since threads may hang for good.
 */
final class Exploration {
  /** The exit status of a JVM that has found a failure, as of Fray. */
  static final int FOUND = 1;

  private static final int BROKEN_TEST = 2;

  /** Beyond so many steps, threads go in a circle. */
  private static final int STEPS = 20_000;

  private static final int SECONDS = 300;

  /** Schedules of a test that is right, and the most of a twin that is to be found. */
  private static final int RIGHT = 2_000;

  private static final int BROKEN = 20_000;

  private final Stressed subject;
  private int seed;

  private Exploration(Stressed subject) {
    this.subject = subject;
  }

  /** Explores a subject by its name, with a twin by its number. */
  public static void main(String[] arguments) throws ClassNotFoundException {
    int twin = Integer.parseInt(arguments[1]);
    Subject subject =
        Schedules.ALL.stream()
            .filter(each -> each.toString().equals(arguments[0]))
            .findFirst()
            .orElseThrow();
    Stressed test = subject.load(twin);
    try {
      test.prepare();
    } catch (ReflectiveOperationException broken) {
      end(BROKEN_TEST, "the test is broken before any schedule", broken);
    }
    new Exploration(test).run(twin < 0 ? RIGHT : BROKEN);
    System.exit(0);
  }

  /** Tries so many schedules, in turn by priorities of operations and at random. */
  private void run(int schedules) {
    List<Scheduler> kinds =
        List.of(new POSScheduler(randomness()), new RandomScheduler(randomness()));
    for (Scheduler kind : kinds) {
      new TestRunner(configuration(kind, schedules / kinds.size())).run();
    }
  }

  private ControlledRandom randomness() {
    return new ControlledRandom(new ArrayList<>(), new ArrayList<>(), new Random(seed++));
  }

  private Configuration configuration(Scheduler scheduler, int schedules) {
    LambdaExecutor once =
        new LambdaExecutor(
            () -> {
              once();
              return Unit.INSTANCE;
            });
    RandomnessProvider seeds = this::randomness;
    return new Configuration(
        new ExecutionInfo(once, true, false, STEPS),
        Path.of("report"),
        schedules,
        SECONDS,
        scheduler,
        seeds,
        false, // fullSchedule
        false, // exploreMode
        false, // noExitWhenBugFound
        false, // isReplay
        false, // noFray
        false, // dummyRun
        NetworkDelegateType.NONE,
        SystemTimeDelegateType.NONE,
        1,
        true, // ignoreTimedBlock: time passes where nothing else happens
        true, // sleepAsYield
        false, // resetClassLoader
        false, // redirectStdout
        true, // abortThreadExecutionAfterMainExit
        false, // resolveRacingOperationStackTraceHash
        null);
  }

  private void once() {
    try {
      subject.run();
    } catch (LivenessException circle) {
      end(FOUND, "Error: threads go in a circle", circle);
    } catch (ReflectiveOperationException | InterruptedException broken) {
      end(BROKEN_TEST, "the test is broken", broken);
    }
  }

  /** Ends the JVM, in which no schedule is to be kept any more. */
  private static void end(int status, String words, Throwable cause) {
    org.pastalab.fray.runtime.Runtime.resetAllDelegate();
    System.err.println(words);
    cause.printStackTrace();
    Runtime.getRuntime().halt(status);
  }
}
