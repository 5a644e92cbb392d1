package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file captures instantiations, names their context, and guards regions, as aspects can. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeclaredCaptureTest {
  /** Says how many activities its context has, and whether each region has its guard. */
  private static final String SERVER =
      """
      package app;
      import cal.core.*;
      import java.util.*;
      import java.util.concurrent.CountDownLatch;
      public class Server {
        static final Object LOCK = new Object();
        static final CountDownLatch BEGUN = new CountDownLatch(3);
        static final CountDownLatch GO = new CountDownLatch(1);
        static final CountDownLatch DONE = new CountDownLatch(3);
        static final Set<String> LINES = Collections.synchronizedSet(new TreeSet<>());
        public static void main(String[] args) throws Exception {
          if (System.getProperty("cal.model").equals("sequential")) GO.countDown();
          Object server = new Server();
          ((Server) server).serve();
          BEGUN.await();
          int active = CalRuntime.current().orElseThrow().count((WorkingContext) server);
          GO.countDown();
          DONE.await();
          System.out.println(active + " " + LINES);
        }
        void serve() throws Exception {
          for (int i = 0; i < 3; i++) {
            Job job = Job.of(i);
            while (job.work()) ;
          }
          while (new Job(4).work()) ;
        }
      }
      class Job {
        private final Object lock = new Object();
        private final int number;
        private int left = 2;
        Job(int number) { this.number = number; }
        static Job of(int number) { return new Job(number); }
        boolean work() throws InterruptedException {
          if (number > 3) return false;
          Server.BEGUN.countDown();
          Server.GO.await();
          Server.LINES.add("main " + Thread.currentThread().getName().equals("main"));
          ofObject();
          ofClass();
          ofField();
          ofOther();
          ofNone();
          if (--left == 0) Server.DONE.countDown();
          return left > 0;
        }
        void ofObject() { Server.LINES.add("object " + Thread.holdsLock(this)); }
        static void ofClass() { Server.LINES.add("class " + Thread.holdsLock(Job.class)); }
        void ofField() { Server.LINES.add("field " + Thread.holdsLock(lock)); }
        void ofOther() { Server.LINES.add("other " + Thread.holdsLock(Server.LOCK)); }
        static void ofNone() { Server.LINES.add("none " + Thread.holdsLock(Server.LOCK)); }
      }
      """;

  private static final String LOOPING =
      """
      package app;
      public class Server implements Runnable {
        private int left = 3;
        public void run() { while (more()) left--; }
        private boolean more() { return left > 0; }
        public static void main(String[] args) { new Server().run(); }
      }
      """;

  private static final String STAGES =
      """
      stages:
        job:
          instantiate: app.Job app.Job.of(int)
          cancel: boolean app.Job.work()
          context: app.Server
      """;

  private static final String REGIONS =
      """
      regions:
        object: void app.Job.ofObject()
        class: { methods: static void app.Job.ofClass(), guard: class }
        field: { methods: void app.Job.ofField(), guard: app.Job.lock }
        other:
          methods: [void app.Job.ofOther(), static void app.Job.ofNone()]
          guard: app.Server.LOCK
      """;

  private static final String RUN =
      "[class true, field true, main %s, none true, object true," + " other true]\n";

  private AgentProject project;

  @BeforeAll
  void compileTheServer(@TempDir Path folder) {
    project = new AgentProject(folder).compile("Server", SERVER);
  }

  @SomeCases(of = 5)
  @ParameterizedTest
  @ValueSource(strings = {"sequential", "virtual", "thread-pool", "reactive", "jcsp"})
  void shouldCaptureAndGuardUnderAModel(String model) throws Exception {
    Path file = project.write(model + ".yaml", STAGES + REGIONS);

    Outcome outcome = project.run(List.of(), "cal.model=" + model, "cal.config=" + file);

    assertThat(outcome.out())
        .as(outcome.err())
        .isEqualTo(
            model.equals("sequential") ? "0 " + RUN.formatted(true) : "3 " + RUN.formatted(false));
    assertThat(outcome.status()).isZero();
  }

  /** A build by the file records the same, and serves the same. */
  @Test
  void shouldBeBuiltAsWovenByTheAgent(@TempDir Path folder) throws Exception {
    AjcProject built = AgentProject.built(folder, STAGES + REGIONS, "app/Server.java", SERVER);

    assertThat(built.captures())
        .filteredOn(line -> !line.startsWith("pointcut "))
        .containsExactlyElementsOf(
            project.weaveHere(STAGES + REGIONS).stream()
                .map(String::strip)
                .filter(line -> !line.startsWith("pointcut "))
                .toList())
        .contains("guard app.Job#lock", "guard app.Server#LOCK");
    assertThat(built.run("app.Server", List.of("-Dcal.model=virtual")).out())
        .isEqualTo("3 " + RUN.formatted(false));
  }

  /** Only an aspect in no package can name such a class. */
  @Test
  void shouldBuildTheAwaitedInputOfAServerInNoPackage(@TempDir Path folder) throws Exception {
    String stages = "stages: {one: {spawn: boolean One.serve(), awaits: One.socket, buffer: none}}";
    String source =
        """
        public class One {
          java.net.Socket socket;
          boolean serve() { return false; }
          public static void main(String[] args) { while (new One().serve()) ; }
        }
        """;

    assertThat(AgentProject.built(folder, stages, "One.java", source).captures())
        .contains("binding OneActivities one", "awaits One#socket none");
  }

  /** An aspect may say so where the file cannot. */
  @Test
  void shouldRefuseARegionOfAnAspectAroundALoop(@TempDir Path folder) throws Exception {
    AgentProject server = new AgentProject(folder).compile("Server", LOOPING);
    Path binding =
        server.compileBinding(
            """
            package app;
            aspect Totals extends cal.core.CriticalRegions {
              protected pointcut criticalRegion(Object guard):
                  this(guard) && execution(void Server.run());
            }
            """);
    Path file =
        server.write(
            "cal.yaml",
            "stages: {one: {loop: void app.Server.run(), step: boolean app.Server.more()}}\n");

    Outcome outcome = server.run(List.of(binding), "cal.model=virtual", "cal.config=" + file);

    AgentProject.assertStopped(
        outcome,
        file
            + ": stages.one.loop: void app.Server.run() (at app.Server.run:4) is a critical region"
            + " of app.Totals, which is left after each step; make regions of the methods that the"
            + " loop calls");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "instantiate: app.Job app.Job.of(int), cancel: boolean app.Job.wrok() | cal.yaml:"
            + " stages.job.cancel matches no call: boolean app.Job.wrok(); the nearest method that"
            + " is called is boolean Job.work()",
        "instantiate: app.Job.new(..) | .instantiate makes objects whose activity nothing starts;"
            + " write cancel: beside it",
        "cancel: boolean app.Job.work() | .cancel starts objects of the stage; write instantiate:",
        "{instantiate: app.Job.new(..), cancel: app.Job.new(..)} | .cancel: 'app.Job.new(..)' is a"
            + " constructor; name the method that does the work",
        "{instantiate: app.Job.nwe(..), cancel: boolean app.Job.work()} | .instantiate:"
            + " 'app.Job.nwe(..)' is no signature",
        "{instantiate: app.Job.new(long), cancel: boolean app.Job.work()} | .instantiate matches no"
            + " call: app.Job.new(long); the nearest method that is called is Job.new(int)",
        "{instantiate: app.Job.new(..), cancel: app.Job app.Job.of(int)} | CAL rule 1: a cancelled"
            + " call",
        "{instantiate: app.Job.new(..), cancel: void app.Server.serve()} | .cancel captures calls"
            + " of app.Server, and the stage instantiates app.Job; name a procedure of that",
        "{instantiate: [], cancel: boolean app.Job.work()} | .instantiate is an empty list",
        "{instantiate: {a: b}, cancel: boolean app.Job.work()} | .instantiate is a mapping where a"
            + " word is wanted",
        "{spawn: boolean app.Job.work(), instanciate: b} | has no instanciate; did you mean"
            + " instantiate?",
        "{spawn: boolean app.Job.work(), context: app.Servr} | .context names app.Servr, and the"
            + " activities are calls by or of app.Job, app.Server; name one",
        "{instantiate: app.Job.new(..), cancel: boolean app.Job.work(), context: java.lang.Thread}"
            + " | .context names java.lang.Thread, and the activities are calls",
        "{spawn: boolean app.Job.work(), context: [a, b]} | .context is a list where a word",
        "{spawn: boolean app.Job.work(), context: a b} | .context: 'a b' is no type",
        "loop: void app.Server.serve() | .loop does not say where its steps begin; write step:"
            + " beside it",
        "step: boolean app.Job.work() | .step is a call in a loop; write loop: beside it",
        "{spawn: boolean app.Job.work(), loop: void app.Server.serve(), step: app.Job"
            + " app.Job.of(int)} | .loop is spawned by itself; leave the other capture out",
        "{loop: void app.Server.srve(), step: app.Job app.Job.of(int)} | .loop: void"
            + " app.Server.srve() is a method of no class that is woven; app.Server has ",
        "{loop: void app.Server.serve(), step: boolean app.Job.wrok()} | is in no loop of"
            + " app.Server.serve; name a call there: ",
        "{loop: boolean app.Job.work(), step: void app.Job.ofObject()} | .loop: boolean"
            + " app.Job.work() (at app.Job.work:",
        "{hand-off: boolean app.Job.work(), context: app.Server} | .context is for a stage that"
            + " spawns",
      })
  void shouldSayWhatIsWrongInAStage(String stage, String sentence) {
    project.assertRefused("stages:\n  job: " + mapping(stage), sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "guard: class | guards nothing; write methods: with signatures",
        "{methods: void app.Job.ofField(), gard: class} | has no gard; did you mean guard?",
        "{methods: void app.Job.ofField(), guard: clas} | .guard has no clas; did you mean class? A"
            + " field is written with its type",
        "{methods: void app.Job.ofField(), guard: [a]} | .guard is a list where a word is wanted",
        "{methods: void app.Job.ofField(), guard: app.Job.lok} | app.Job has no field lok; the"
            + " nearest there is lock",
        "{methods: void app.Job.ofField(), guard: app.Job.left} | which is of type int; name an"
            + " object",
        "{methods: [void app.Server.serve(), void app.Job.ofField()], guard: app.Job.lock} | and"
            + " the regions are of app.Job, app.Server; name a member of each, or a static one",
        "{methods: static void app.Job.ofClass(), guard: app.Job.lock} | which is of an object, and"
            + " a static method has none; name a static member",
        "methods: void app.Job.ofClass() | matches no execution: void app.Job.ofClass(); void"
            + " Job.ofClass() has no object: write static, and guard: class",
        "{methods: static void app.Job.ofClass()} | 'static void app.Job.ofClass()' has no object;"
            + " write guard: class",
        "{methods: static void app.Job.ofClss(), guard: class} | matches no execution: static void"
            + " app.Job.ofClss(); the nearest method that is declared is void Job.ofClass()",
      })
  void shouldSayWhatIsWrongInRegions(String regions, String sentence) {
    project.assertRefused(STAGES + "regions:\n  one: " + mapping(regions), sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"void app.Server.serve()", "* app.Server.*(..)"})
  void shouldRefuseARegionAroundALoop(String region) {
    project.assertRefused(
        "stages:\n  job: {loop: void app.Server.serve(), step: app.Job app.Job.of(int)}\n"
            + "regions:\n  one: '"
            + region
            + "'\n",
        "is the loop of a stage, which is left after each step; name the methods");
  }

  private static String mapping(String entry) {
    return entry.startsWith("{") ? entry : "{" + entry + "}";
  }
}
