package cal.core;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The errors that a user of the library sees at weave time and at start-up, in one sentence each.
 */
class WeavingTest {
  private static final String SERVER =
      """
      package app;
      public class Server {
        public static void main(String[] args) { new Server().run(); }
        void run() { while (step()) ; notified(); System.out.println("answer " + answer()); }
        boolean step() { return false; }
        void notified() {}
        int answer() { return 42; }
        synchronized void locked() {}
        void callsLocked() { locked(); }
      }
      """;

  @TempDir Path folder;
  private AjcProject project;

  @BeforeEach
  void startProject() {
    project = new AjcProject(folder).source("app/Server.java", SERVER);
  }

  private AjcProject binding(String body) {
    return project.source(
        "app/ServerActivities.aj",
        """
        package app;
        import cal.core.*;
        aspect ServerActivities extends ActivityCapture {
          declare parents: Server implements WorkingContext;
        %s
        }
        """
            .formatted(body));
  }

  private void bindSteps() {
    binding("protected pointcut captureOnInvocation(): call(boolean Server.step());");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "captureOnInvocation(): call(int Server.answer()) | CAL rule 1 | captureHandOff",
        "captureOnInvocation(): execution(boolean Server.step()) | write call(..) |",
        "cancelCall(): execution(boolean Server.step()) | write call(..) |",
        "captureOnInstantiation(): execution(Server.new(..)) | call(Type.new(..)) |",
        "captureOnInvocation(): call(void Server.locked()) | CAL rule 3 |"
      })
  void shouldRefuseWhatCannotBeCaptured(String pointcut, String said, String more) {
    binding("protected pointcut " + pointcut + ";");
    assertThat(project.weave())
        .singleElement()
        .asString()
        .contains(said, more == null ? said : more);
  }

  @Test
  void shouldRefuseToCancelACallThatReturnsAValue() {
    binding(
        """
          declare parents: Server implements Activity;
          public boolean Server.proceed() { return false; }
          protected pointcut captureOnInstantiation(): call(Server.new(..));
          protected pointcut cancelCall(): call(int Server.answer());
        """);
    assertThat(project.weave()).singleElement().asString().contains("CAL rule 1", "cancelCall");
  }

  /** It is woven, and then its record fails in one line. */
  private void assertNotRecorded(String... parts) {
    assertThat(project.weave()).isEmpty();
    assertThat(project.complaint().lines()).singleElement().asString().contains(parts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "call(boolean Server.stepp())",
        "call(int Server.step())",
        "call(boolean Server.step(int, ..))",
        "call(boolean *..Serv.step())",
        "call(boolean Server.step()) && within(app.ServerActivities)",
        "misspelt()"
      })
  void shouldFailTheBuildWhereOneOperandMatchesNothing(String operand) {
    binding(
        """
          pointcut misspelt(): call(boolean Server.stepp());
          protected pointcut captureOnInvocation(): call(void Server.notified()) || %s;
        """
            .formatted(operand));
    assertNotRecorded(
        "binding app.ServerActivities: pointcut captureOnInvocation matches no call: call(",
        "the nearest method that is called is boolean Server.step()");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "captureOnInvocation(): call(boolean Server.stepp()) # app.ServerActivities: pointcut"
            + " captureOnInvocation matches no call: call(boolean app.Server.stepp()); the nearest"
            + " method that is called is boolean Server.step()",
        "captureHandOff(): call(* Server.reply()) # captureHandOff matches no call",
        "captureHandOf(): call(int Server.answer()) # binding app.ServerActivities: pointcut"
            + " captureHandOf overrides none of the library; did you mean captureHandOff?",
        "captureHandOff(): call(void Server.ne()) # ; the nearest method that is called is void"
            + " Server.run()",
        "captureHandOff(): call(long Server.answer()) || call(* Server.step()) # matches no call:"
            + " call(long app.Server.answer()); the nearest method that is called is int"
            + " Server.answer()"
      })
  void shouldFailTheBuildWhereOnePointcutMatchesNothing(String pointcut, String said) {
    String other =
        pointcut.startsWith("captureOnInvocation")
            ? ""
            : "protected pointcut captureOnInvocation(): call(boolean Server.step());";
    binding(other + "protected pointcut " + pointcut + ";");
    assertNotRecorded(said);
  }

  @Test
  void shouldAcceptOperandsThatMatchInWhateverWay() {
    project.source(
        "app/Other.java",
        """
        package app;
        import java.util.List;
        public class Other {
          interface Part { boolean work(List<String> all, int[]... more) throws Exception; }
          static class One implements Part {
            public boolean work(List<String> all, int[]... more) { return false; }
          }
          void run() throws Exception { new One().work(null); ((Part) new One()).work(null); }
        }
        """);
    binding(
        """
          pointcut steps(): call(boolean Server.step()) || call(!public void Server.notif*(..));
          protected pointcut captureOnInvocation():
              (steps() || call(!static boolean Other.Part+.work(List<String>, ..) throws Exception)
                  || call(* *..Part.work(.., int[]...)) || call(boolean Object+.work(*, *))
                  || (call(boolean work(..)) && !within(Server)))
              && within(app..*) && !withincode(* *.main(..));
        """
            .replace("List<", "java.util.List<"));
    project.build();
  }

  @Test
  void shouldFailTheBuildWhereOneOperandOfRegionsMatchesNothing() {
    bindSteps();
    regions("this(guard) && (execution(int Server.answer()) || execution(* Server.notify(int)))");
    assertNotRecorded(
        "regions app.ServerRegions: pointcut criticalRegion matches no execution:"
            + " execution(* app.Server.notify(int)); the nearest method that is declared is"
            + " void Server.notified()");
  }

  /** Regions that exclude nobody would show by wrong answers only. */
  @Test
  void shouldFailTheBuildOfRegionsThatMatchNothing() {
    bindSteps();
    regions("this(guard) && execution(int Server.anser())");
    assertNotRecorded("app.ServerRegions", "criticalRegion matches no execution", "Server.answer");
  }

  @Test
  void shouldRecordRegions() {
    bindSteps();
    regions("this(guard) && (execution(int Server.answer()) || execution(* Server.notified()))");
    project.build();
    assertThat(project.captures())
        .contains(
            "regions app.ServerRegions",
            "region app.Server.notified(Server.java) Server.notified(..)",
            "region app.Server.answer(Server.java) Server.answer(..)");
    assertThat(project.run("app.Server", List.of()).err().lines())
        .containsExactly("cal: server=sequential (-Dcal.model, 1 join point), 2 critical regions");
  }

  private void regions(String pointcut) {
    project.source(
        "app/ServerRegions.aj",
        """
        package app;
        import cal.core.*;
        aspect ServerRegions extends CriticalRegions {
          protected pointcut criticalRegion(Object guard): %s;
        }
        """
            .formatted(pointcut));
  }

  @Test
  void shouldSeeAnInheritedPointcut() {
    shared("captureOnInvocation(): call(boolean Server.step())");
    project.source("app/Step.aj", "package app; aspect Step extends Shared {}").build();
    assertThat(project.captures())
        .contains(
            "binding app.Step step",
            "spawn app.Server.run(Server.java:4) boolean app.Server.step()");
  }

  @Test
  void shouldFailTheBuildWhereAnInheritedPointcutMatchesNothing() {
    shared("captureOnInvocation(): call(boolean Server.stepp())");
    project.source(
        "app/Step.aj",
        """
        package app;
        aspect Step extends Shared {
          protected pointcut captureHandOff(): call(int Server.answer());
        }
        """);
    assertThat(project.weave()).isEmpty();
    assertThat(project.complaint())
        .contains("app.Step", "captureOnInvocation matches no call", "Server.step");
  }

  @Test
  void shouldPreferItsOwnPointcutToAnInheritedOne() {
    shared("captureOnInvocation(): call(boolean Server.stepp())");
    project
        .source(
            "app/Step.aj",
            """
            package app;
            aspect Step extends Shared {
              protected pointcut captureOnInvocation(): call(boolean Server.step());
            }
            """)
        .build();
  }

  private void shared(String pointcut) {
    project.source(
        "app/Shared.aj",
        """
        package app;
        import cal.core.*;
        abstract aspect Shared extends ActivityCapture {
          protected pointcut %s;
        }
        """
            .formatted(pointcut));
  }

  @Test
  void shouldFailTheBuildWithoutABinding() {
    assertThat(project.weave()).isEmpty();
    ChildJvm.Outcome outcome = project.record();
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("no binding");
  }

  @Test
  void shouldRecordEachJoinPointWithItsSite() {
    binding(
        """
          protected pointcut captureOnInvocation(): call(boolean Server.step()) || call(void Server.notified());
          protected pointcut captureHandOff(): call(int Server.answer());
        """);
    project.build();
    assertThat(project.captures())
        .contains(
            "binding app.ServerActivities server",
            "spawn app.Server.run(Server.java:4) boolean app.Server.step()",
            "spawn app.Server.run(Server.java:4) void app.Server.notified()",
            "handoff app.Server.run(Server.java:4) int app.Server.answer()");
  }

  @Test
  void shouldSayWhatItChoseInOneLine() {
    bindSteps();
    ChildJvm.Outcome outcome = project.build().run("app.Server", List.of());
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).isEqualToIgnoringNewLines("answer 42");
    assertThat(outcome.err().lines())
        .containsExactly("cal: server=sequential (-Dcal.model, 1 join point)");
  }

  @Test
  void shouldNotStartUnderAModelThatNobodyChose() {
    bindSteps();
    project.build().resource("cal.properties", "");

    ChildJvm.Outcome outcome = project.run("app.Server", List.of());

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith(
            "cal: nobody chose a model, and the default, virtual, is not on the class path; add"
                + " org.calaspects:cal-executor to it, or set cal.model to one of ")
        .contains("sequential");
  }

  @Test
  void shouldTakeTheFirstSourceThatIsSet() {
    bindSteps();
    project.build().resource("cal.properties", "cal.model=nothing-such\n");
    assertThat(project.run("app.Server", List.of("-Dcal.model=sequential")).status()).isZero();
    ChildJvm.Outcome outcome = project.run("app.Server", List.of());
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err().lines()).singleElement().asString().contains("nothing-such");
  }

  @Test
  void shouldEndOnAMisspeltSettingBeforeItServes() {
    bindSteps();
    ChildJvm.Outcome outcome = project.build().run("app.Server", List.of("-Dcal.max-inflight=10"));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines())
        .containsExactly(
            "cal: unknown setting cal.max-inflight=10 (-Dcal.max-inflight); did you mean"
                + " cal.max-in-flight?");
  }

  @Test
  void shouldNameTheArtifactOfAModelThatIsNotThere() {
    bindSteps();
    ChildJvm.Outcome outcome = project.build().run("app.Server", List.of("-Dcal.model=virtual"));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("add org.calaspects:cal-executor");
  }

  @Test
  void shouldNameTheArtifactOfThePoolThatBlockingCallsNeed() {
    binding(
        """
          protected pointcut captureHandOff(): call(int Server.answer());
          protected boolean blocks() { return true; }
        """);
    ChildJvm.Outcome outcome = project.build().run("app.Server", List.of("-Dcal.model=test-loop"));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err().lines())
        .containsExactly(
            "cal: model executor-pool (its calls block, which test-loop must not) is not on the"
                + " class path; add org.calaspects:cal-executor to it");
    ChildJvm.Outcome ownModel =
        project.run(
            "app.Server", List.of("-Dcal.model=test-loop", "-Dcal.stage.server.model=sequential"));
    assertThat(ownModel.out()).isEqualToIgnoringNewLines("answer 42");
  }

  @Test
  void shouldEndOnWhateverAModelThrowsAtTheStart() {
    bindSteps();
    project
        .source(
            "app/Broken.java",
            """
            package app;
            import cal.core.spi.*;
            public class Broken implements ConcurrencyModel {
              public String name() { return "broken"; }
              public String whenToChoose() { return "never"; }
              public ActivityScheduler open(Stage stage) { throw new NoClassDefFoundError("its/Helper"); }
            }
            """)
        .resource("META-INF/services/cal.core.spi.ConcurrencyModel", "app.Broken\n")
        .build();
    ChildJvm.Outcome outcome = project.run("app.Server", List.of("-Dcal.model=broken"));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains("binding app.ServerActivities cannot be started", "its/Helper");
  }

  @Test
  void shouldNotRunABindingThatWasNeverRecorded() {
    bindSteps();
    assertThat(project.weave()).isEmpty();
    ChildJvm.Outcome outcome = project.run("app.Server", List.of());
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("cal.weave.CaptureRecord");
  }
}
