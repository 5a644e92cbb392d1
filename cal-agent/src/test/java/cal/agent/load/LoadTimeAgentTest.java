package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers compiled without CAL, in JVMs with the agent. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class LoadTimeAgentTest {
  private static final String BINDING =
      """
      package bindings;
      import cal.core.*;
      aspect StepActivities extends ActivityCapture {
        protected pointcut captureOnInvocation(): call(boolean app.Step.next(int));
      }
      """;

  @TempDir private Path folder;
  private AgentProject project;

  @BeforeEach
  void compileTheServer() {
    project = new AgentProject(folder).compile("Server", AgentProject.SERVER);
  }

  private Path yaml(String text) {
    return project.write("cal.yaml", text);
  }

  @Test
  void shouldRunCompiledBindings() throws Exception {
    Path bindings = project.compileBinding(BINDING);

    Outcome outcome = project.run(List.of(bindings), "cal.model=reactive");

    // The scheduler may have a remark, for example on what is beneath the event loops.
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith("cal: step=reactive (-Dcal.model, 1 join point)");
    assertThat(outcome.out().lines()).hasSize(4).contains("main", "virtual true");
    assertThat(outcome.status()).isZero();
  }

  @SomeCases(of = 4)
  @ParameterizedTest
  @CsvSource({"sequential, false", "virtual, true", "reactive, true", "thread-pool, false"})
  void shouldRunDeclaredBindings(String model, boolean virtual) throws Exception {
    Outcome outcome = project.runDeclared("model: " + model + "\n" + AgentProject.STAGES);

    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith("cal: step=" + model + " (" + folder.resolve("cal.yaml") + ", 1 join point)");
    assertThat(outcome.out().lines()).hasSize(4).contains("main", "virtual " + virtual);
    assertThat(outcome.status()).isZero();
  }

  @Test
  void shouldRunWhereTheLibraryIsOnTheClassPathAsWell() throws Exception {
    Path bindings = project.compileBinding(BINDING);
    List<Path> more = List.of(bindings, Path.of(AgentProject.entry("cal-core")));

    Outcome outcome = project.run(more, "cal.model=virtual");

    assertThat(outcome.err()).startsWith("cal: step=virtual ");
    assertThat(outcome.out()).contains("virtual true").doesNotContain("virtual false");
  }

  @Test
  void shouldMakeRegionsExcludeEachOtherUnderAPropertyThatWinsOverTheFile() throws Exception {
    project.compile(
        "Server",
        """
        package app;
        public class Server {
          int count;
          void add() { System.out.println("held " + Thread.holdsLock(this)); count++; }
          boolean step() { add(); return false; }
          public static void main(String[] args) { Server s = new Server(); while (s.step()) ; }
        }
        """);

    Outcome outcome =
        project.runDeclared(
            """
            model: virtual
            stages:
              step: { spawn: boolean app.Server.step() }
            regions:
              count: void app.Server.add()
            """,
            "cal.model=thread-pool");

    assertThat(outcome.err())
        .startsWith("cal: step=thread-pool (-Dcal.model, ")
        .contains(", 1 critical region\n");
    assertThat(outcome.out()).isEqualTo("held true\n");
  }

  private static void assertStopped(Outcome outcome, String sentence) {
    assertThat(outcome.err()).startsWith("cal: ").contains(sentence);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.out()).as("nothing has run").isEmpty();
    assertThat(outcome.status()).isEqualTo(2);
  }

  @SomeCases(of = 6)
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cal.model=vitrual | model vitrual (-Dcal.model) is not on the class path; did you mean"
            + " virtual?",
        "cal.max-in-fligth=3 | unknown setting cal.max-in-fligth=3 (-Dcal.max-in-fligth); did you"
            + " mean cal.max-in-flight?",
        "cal.weave=ap..* | no class of the class path is in ap..* (-Dcal.weave); the nearest is"
            + " app..*",
        "cal.weave=app.* app | 'app.* app' (-Dcal.weave) names no classes",
        "cal.weave=app.Step | cal.yaml: stages.step.spawn matches no call: boolean"
            + " app.Step.next(int)",
        "cal.config=none.yaml | none.yaml does not exist; name a file of bindings",
        "cal.config= | cal.config= is empty",
        "cal.doctor=yes | cal.doctor=yes is not allowed; give people or json",
        "cal.adopt=threads | cal.adopt=threads is not allowed: write KIND:PATTERN",
        "cal.adopt=thread:app..* | there is no kind thread; did you mean threads?",
        "cal.adopt=threads:ap..* | no class of the class path is in ap..*"
            + " (cal.adopt=threads:ap..*); the nearest is app..*",
        "cal.modle=virtual | unknown setting cal.modle=virtual (-Dcal.modle); did you mean"
            + " cal.model?",
        "cal.confg=other.yaml | unknown setting cal.confg=other.yaml (-Dcal.confg); did you mean"
            + " cal.config?",
      })
  void shouldStopOnAMistakeInASetting(String setting, String sentence) throws Exception {
    String[] settings =
        setting.startsWith("cal.config")
            ? new String[] {setting.replaceFirst("= *$", "=")}
            : new String[] {"cal.config=" + yaml(AgentProject.STAGES), setting};

    assertStopped(project.run(List.of(), settings), sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean app.Step.nxt(int) | cal.yaml: stages.step.spawn matches no call: boolean"
            + " app.Step.nxt(int); the nearest method that is called is boolean Step.next(int)",
        "[boolean app.Step.next(int), boolean app.Step.next()] | cal.yaml: stages.step.spawn"
            + " matches no call: boolean app.Step.next(); the nearest method that is called is"
            + " boolean Step.next(int)",
        "boolean ap.Step.next(int) | no class of the class path is in ap..* (the pointcuts); the"
            + " nearest is app..*",
        "boolean app.Step.new(int) | is a constructor",
        "* app.Step.next(int) | ; write quotes around a signature that begins with * or !: \"*"
            + " app.Step.next(int)\"",
        "!private * app.Step.next(int) | write quotes around a signature",
        "next | 'next' is no signature; write RESULT TYPE.METHOD(PARAMETERS)",
        "app.Step.next(int) | 'app.Step.next(int)' is no signature; write RESULT TYPE.METHOD(",
        "boolean app.Stap.next(int) | call(boolean app.Stap.next(int)) names app.Stap, which is not"
            + " on the class path; the nearest class is app.Step",
        "boolean Step.next(int) | the pointcuts name no package",
        "java.util.List app.Step.list() | matches no call"
      })
  void shouldRefuseASignatureThatMeansNothing(String signature, String sentence) {
    project.assertRefused(
        "stages:\n  step:\n    spawn: " + signature, sentence.replaceAll("\\s+", " "));
  }

  @Test
  void shouldStopOnAMisspeltRegionBesideOneThatMatches() {
    project.assertRefused(
        AgentProject.STAGES
            + """
            regions:
              count:
                - boolean app.Step.next(int)
                - boolean app.Step.nxt(int)
            """,
        "cal.yaml: regions.count matches no execution: boolean app.Step.nxt(int); the nearest"
            + " method that is declared is boolean Step.next(int)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hand-off | app.Stap | target(app.Stap) names app.Stap, which is not on the class path; the"
            + " nearest",
        "spawn | app.Step | stages.step.target narrows a hand-off; write hand-off: beside it"
      })
  void shouldRefuseATargetThatMeansNothing(String form, String target, String sentence) {
    project.assertRefused(
        "stages:\n  step:\n    %s: boolean app.Step.next(int)\n    target: %s"
            .formatted(form, target),
        sentence);
  }

  @Test
  void shouldRefuseToSpawnWhatACallerNeeds() {
    project.compile(
        "Server",
        """
        package app;
        public class Server {
          int answer() { return 42; }
          public static void main(String[] args) { System.out.println(new Server().answer()); }
        }
        """);
    project.assertRefused("stages: { step: { spawn: int app.Server.answer() } }", "CAL rule 1: ");
  }

  @Test
  void shouldStopWhereNothingSaysWhatIsCaptured() throws Exception {
    assertStopped(project.run(List.of(), "cal.model=virtual"), "nothing says what is captured: ");
  }

  @SomeCases
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FOLDER/src/Server.java | java compiles a source file in memory: compile it by javac,",
        "-p FOLDER/classes -m app/app.Server | classes of a module path are not woven: give java a"
            + " class",
        "app.Server | java is given no class path (-cp), so it takes this folder"
      })
  void shouldSayWhatAStartWithoutAClassPathLacks(String start, String remedy) throws Exception {
    project.compile("module-info", "module app {}");
    List<String> options = new ArrayList<>(List.of("-javaagent:" + project.agent()));
    options.add("-Dcal.config=" + yaml(AgentProject.STAGES));
    options.addAll(List.of(start.replace("FOLDER", folder.toString()).split(" ")));

    Outcome outcome = project.java(options);

    assertThat(outcome.err()).contains(remedy).hasLineCount(1);
    assertThat(outcome.out()).as("nothing has run").isEmpty();
    assertThat(outcome.status()).isEqualTo(2);
  }

  @Test
  void shouldTakeNoOptionsOfTheAgent() throws Exception {
    Outcome outcome =
        project.java(
            List.of(
                "-javaagent:" + project.agent() + "=cal.model=reactive",
                "-Dcal.config=" + yaml(AgentProject.STAGES),
                "-cp",
                project.classes().toString(),
                "app.Server"));

    assertStopped(
        outcome,
        "-javaagent:cal.jar=cal.model=reactive has no effect, since settings are system properties;"
            + " write -javaagent:cal.jar and -Dcal.config=cal.yaml or -Dcal.model=virtual");
  }

  @Test
  void shouldStopWhereAListedAspectIsMissing() throws Exception {
    Path bindings = project.compileBinding(BINDING);
    Path list = bindings.resolve("META-INF/aop-ajc.xml");
    Files.writeString(list, Files.readString(list).replace("StepActivities", "StepActivity"));

    assertStopped(
        project.run(List.of(bindings)),
        "names the aspect bindings.StepActivity, which is not on the class path; the nearest class"
            + " is bindings.StepActivities");
  }

  @Test
  void shouldStopWhereAListedClassIsNoAspect() throws Exception {
    Path listed =
        project
            .write(
                "listed/META-INF/aop.xml",
                "<aspectj><aspects><aspect name=\"app.Step\"/></aspects></aspectj>")
            .getParent()
            .getParent();

    assertStopped(project.run(List.of(listed)), "an aspect cannot be registered: ");
  }

  @Test
  void shouldStopWhereTheListIsMalformed() throws Exception {
    Path listed =
        project.write("listed/META-INF/aop.xml", "<aspectj><aspects>").getParent().getParent();

    assertStopped(project.run(List.of(listed)), "META-INF/aop.xml of ");
  }

  @Test
  void shouldStopWhereTheServerWasWovenBefore() throws Exception {
    Path record =
        project.write("woven/META-INF/cal/captures", "").getParent().getParent().getParent();

    assertStopped(
        project.run(List.of(record), "cal.config=" + yaml(AgentProject.STAGES)),
        record + " was woven when it was built, and must not be woven twice");
    assertStopped(project.run(List.of(record)), record + " was woven when it was built");
  }

  @Test
  void shouldExplainAdoptedCode() throws Exception {
    project.compile(
        "Server",
        """
        package app;
        public class Server {
          public static void main(String[] args) {
            Thread thread = new Thread(() -> {});
            thread.setPriority(3);
            thread.start();
            new Thread() {}.start();
            java.util.concurrent.Executors.newCachedThreadPool();
            Thread.startVirtualThread(() -> {});
          }
          static java.net.Socket socket() throws java.io.IOException {
            new java.net.Socket() {};
            javax.net.SocketFactory.getDefault().createSocket("127.0.0.1", 1);
            return new java.net.Socket("127.0.0.1", 1);
          }
        }
        """);

    Outcome outcome =
        project.run(
            List.of(), "cal.adopt=threads:app..*", "cal.model=virtual", "cal.doctor=people");

    assertThat(outcome.out())
        .contains(
            "not-true-of-threads:\n  app.Server.main(Server.java:5) Thread.setPriority: virtual"
                + " threads all have one priority\n",
            """
            adopted:
              threads:
                model: virtual (-Dcal.model)
                taken:
                  app.Server.main(Server.java:4) new java.lang.Thread: a thread of the model, or stood in for
                  app.Server.main(Server.java:7) new app.Server$1: stood in for, since of a subclass of Thread
            stood-in-for: a thread object under models other than thread, virtual, reactive, reactive-pool; the JVM never starts it, and run() is an activity; under sequential all threads stay the server's
            not-taken:
              app.Server.main(Server.java:8) Executors.newCachedThreadPool: not asked for; add executors:PATTERN
              app.Server.main(Server.java:9) Thread.startVirtualThread: these threads stay the JDK's, and are not adopted
            """,
            """
            sockets-replaced:
              app.Server.socket(Server.java:13)
              app.Server.socket(Server.java:14)
            """);
    assertThat(outcome.status()).as(outcome.err()).isZero();
  }
}
