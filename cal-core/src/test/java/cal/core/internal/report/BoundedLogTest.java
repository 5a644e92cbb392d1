package cal.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.LogLines;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A trace of each kind and a line a second at most, whatever a load brings. */
class BoundedLogTest {
  private static final long SECOND = 1_000_000_000L;

  private final LogLines lines = new LogLines("overload");
  private final AtomicLong now = new AtomicLong(42);
  private final BoundedLog log = new BoundedLog(now::get);
  private final OpenStage stage =
      new OpenStage(
          Engine.of(Configuration.of(Map.of()), List.of()).commons(),
          "overload",
          Configuration.of(Map.of()),
          new CallingThreadModel(false));

  @AfterEach
  void stopListening() {
    lines.close();
  }

  @Test
  void shouldTraceTheFirstOfAKindAndCountTheOthersInALineASecond() {
    for (int i = 0; i < 3_000; i++) {
      now.addAndGet(SECOND / 1_000);
      log.log(Level.ERROR, "overload: ", () -> "one", failure("disk full"));
    }

    assertThat(lines.lines())
        .containsExactly(
            "overload: one",
            "overload: one: java.lang.IllegalStateException: disk full; 999 more since the last"
                + " such line",
            "overload: one: java.lang.IllegalStateException: disk full; 999 more since the last"
                + " such line");
    assertThat(lines.thrown()).as("stack traces").hasSize(1);
  }

  @Test
  void shouldTraceAnotherKindAtOnce() {
    for (String message : List.of("a", "b")) {
      log.log(Level.ERROR, "overload: ", () -> "one", failure(message));
    }
    log.log(Level.ERROR, "overload: ", () -> "place", new IllegalStateException("elsewhere"));
    log.log(Level.ERROR, "overload: ", () -> "class", new IllegalArgumentException());
    log.log(Level.ERROR, "overload: ", () -> "cause", new RuntimeException(failure("c")));

    assertThat(lines.lines())
        .containsExactly("overload: one", "overload: place", "overload: class", "overload: cause");
    assertThat(lines.thrown()).hasSize(4);
  }

  @Test
  void shouldCountKindsWithoutNumberAsOne() {
    for (int i = 0; i < 10_000; i++) {
      logFrom(i);
    }

    assertThat(lines.thrown()).hasSize(BoundedLog.KINDS + 1);
    assertThat(lines.lines()).hasSize(BoundedLog.KINDS + 1);
  }

  @Test
  void shouldTraceANewKindWhereFormerOnesAreQuiet() {
    for (int i = 0; i < 2 * BoundedLog.KINDS; i++) {
      logFrom(i);
    }
    now.addAndGet(BoundedLog.QUIET_NANOS + 2 * SECOND);
    logFrom(-1);

    assertThat(lines.thrown()).hasSize(BoundedLog.KINDS + 2);
  }

  private void logFrom(int line) {
    Exception own = failure("made");
    own.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", line)});
    log.log(Level.ERROR, "overload: ", () -> "one", own);
  }

  @Test
  void shouldLogAFailureThatCannotBeRead() {
    for (int i = 0; i < 2; i++) {
      log.log(
          Level.ERROR,
          "overload: ",
          () -> "one",
          new RuntimeException() {
            @Override
            public StackTraceElement[] getStackTrace() {
              throw new UnsupportedOperationException();
            }
          });
    }

    assertThat(lines.lines()).hasSize(1);
  }

  @Test
  void shouldBoundWhatActivitiesThatFailWrite() {
    long start = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      Work.spawn(
          stage,
          () -> {
            throw failure("disk full");
          });
    }
    long seconds = (System.nanoTime() - start) / SECOND;

    assertThat(lines.lines()).hasSizeBetween(1, (int) seconds + 1);
    assertThat(lines.lines().get(0)).startsWith("activity failed: ").contains(Work.SITE);
    assertThat(lines.thrown()).as("stack traces").hasSize(1);
    assertThat(stage.status().failed()).isEqualTo(1_000);
    stage.close();
  }

  @Test
  void shouldBoundWhatRefusalsWrite() {
    stage.close();
    long start = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      Work.spawn(stage, () -> false);
    }
    long seconds = (System.nanoTime() - start) / SECOND;

    assertThat(lines.lines()).hasSizeBetween(1, (int) seconds + 1);
    assertThat(lines.lines().get(0))
        .contains("refused overload[static]")
        .contains(Work.SITE)
        .contains("the stage drains")
        .contains("limit=")
        .as("no setting helps against a drain")
        .doesNotContain("raise");
    assertThat(stage.status().rejected()).isEqualTo(1_000);
  }

  /** The caller may hold what its object's text needs: no other thread could have it then. */
  @Test
  void shouldNameWhatIsRefusedOnTheThreadOfItsCaller() {
    stage.close();
    Object guard = new Object();
    Object guarded =
        new Object() {
          @Override
          public String toString() {
            synchronized (guard) {
              return "guarded";
            }
          }
        };
    synchronized (guard) {
      Work.spawnOn(stage, guarded, () -> false);
    }
    assertThat(lines.lines()).singleElement().asString().contains("refused overload[guarded]");
  }

  private static IllegalStateException failure(String message) {
    return new IllegalStateException(message);
  }
}
