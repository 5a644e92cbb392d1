package cal.core.internal.region;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import cal.core.contract.LockPolicy;
import cal.core.contract.ThreadsModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Critical regions as a user writes them: what guards them, by which policy, which mistakes. */
class RegionsWeavingTest {
  /** Each method says which monitors, or locks, its thread holds. */
  private static final String SERVER =
      """
      package app;
      public class Server {
        static final Object NAME = new Object();
        final Object lock = new Object();
        int waiting;
        public static void main(String[] args) throws Exception { new Server().run(); }
        void run() throws Exception {
          while (step()) ;
          System.out.println("own " + own());
          System.out.println("fields " + fields());
          System.out.println("named " + named());
          System.out.println("all " + all());
          System.out.println("called " + new Library().called(this));
          System.out.println("native " + outside());
        }
        boolean step() { return false; }
        String own() throws Exception { String held = held(); talk(this); return held; }
        String fields() throws Exception { String held = held(); talk(this); talk(lock); return held; }
        String named() throws Exception { String held = held(); talk(this); return held; }
        static String all() throws Exception { talk(Server.class); return new Server().held(); }
        String outside() throws Exception {
          synchronized (this) { talk(this); }
          try { notifyAll(); return "kept"; } catch (IllegalMonitorStateException e) { return "thrown"; }
        }
        static void talk(Object object) throws Exception {
          try { object.notify(); } catch (IllegalMonitorStateException e) { System.out.println("apart"); return; }
          object.notifyAll();
          object.wait(1);
          object.wait(0, 1);
          Thread.currentThread().interrupt();
          try { object.wait(); System.out.println("not interrupted"); } catch (InterruptedException e) {}
        }
        String held() {
          return (Thread.holdsLock(this) ? "this " : "") + (Thread.holdsLock(lock) ? "lock " : "")
            + (Thread.holdsLock(Server.class) ? "class " : "") + (Thread.holdsLock(NAME) ? "name " : "");
        }
      }
      """;

  private static final String LIBRARY =
      """
      package app;
      class Library {
        String called(Server server) { return Thread.holdsLock(this) ? "library" : ""; }
      }
      """;

  private static final String OWN = "this(guard) && execution(String Server.own())";
  private static final String FIELDS = "this(guard) && execution(String Server.fields())";

  @TempDir Path folder;
  private AjcProject project;

  @BeforeEach
  void startProject() {
    project =
        new AjcProject(folder)
            .source("app/Server.java", SERVER)
            .source("app/Library.java", LIBRARY)
            .activities(
                "ServerActivities",
                """
                declare parents: Server implements WorkingContext;
                protected pointcut captureOnInvocation(): call(boolean Server.step());
                """);
  }

  private void synchronization(String... aspects) {
    project.source(
        "app/ServerSynchronization.aj",
        """
        package app;
        import cal.core.*;
        privileged aspect ServerSynchronization {
        %s
        }
        """
            .formatted(String.join("", aspects)));
  }

  private static String regions(String name, String pointcut) {
    return regions(name, pointcut, "");
  }

  /** Critical regions with a mapping to their guard, or none. */
  private static String regions(String name, String pointcut, String guard) {
    return """
      static aspect %s extends CriticalRegions {
        protected pointcut criticalRegion(Object guard): %s;
        %s
      }
    """
        .formatted(
            name,
            pointcut,
            guard.isEmpty() ? "" : "protected Object guard(Object o) { return " + guard + "; }");
  }

  private static String classRegions(String execution) {
    return """
      static aspect All extends CriticalRegions {
        protected pointcut criticalClassRegion(): execution(static %s);
      }
    """
        .formatted(execution);
  }

  private static List<String> said(ChildJvm.Outcome outcome) {
    return outcome.out().lines().map(String::strip).toList();
  }

  private void allKindsOfGuards() {
    synchronization(
        regions("Own", OWN),
        regions("Fields", FIELDS, "((Server) o).lock"),
        regions("Named", "this(guard) && execution(String Server.named())", "Server.NAME"),
        classRegions("String Server.all()"),
        regions("Called", "target(guard) && call(String Library.called(..))"));
  }

  @Test
  void shouldGuardByTheObjectAFieldANameAClassOrTheTargetUnderEachPolicy() {
    allKindsOfGuards();
    ChildJvm.Outcome outcome = project.build().run("app.Server", List.of());
    assertThat(said(outcome))
        .containsExactly(
            "own this",
            "fields lock",
            "named name",
            "all class",
            "called library",
            "native thrown");
    assertThat(outcome.err().lines())
        .containsExactly("cal: server=sequential (-Dcal.model, 1 join point), 5 critical regions");
    assertThat(project.captures())
        .contains(
            "regions app.ServerSynchronization$All",
            "class-region app.Server.all(Server.java) Server.all(..)",
            "regions app.ServerSynchronization$Called",
            "region app.Server.run(Server.java:13) Library.called(..)",
            "conditions some");
    shouldGuardByAPolicyThatIsChosen();
    shouldChooseThePolicyOfOneAspect();
  }

  /** Nothing holds a monitor then, and every wait and signal finds its guard all the same. */
  private void shouldGuardByAPolicyThatIsChosen() {
    ChildJvm.Outcome outcome =
        project.run("app.Server", List.of("-Dcal.synchronization=test-lock"));
    assertThat(said(outcome))
        .containsExactly("own", "fields", "named", "all", "called", "native thrown");
    assertThat(outcome.err().lines())
        .containsExactly(
            "cal: server=sequential (-Dcal.model, 1 join point), 5 critical regions under test-lock"
                + " (-Dcal.synchronization)");
  }

  private void shouldChooseThePolicyOfOneAspect() {
    ChildJvm.Outcome outcome =
        project.run("app.Server", List.of("-Dcal.regions.own.synchronization=test-lock"));
    assertThat(said(outcome))
        .containsExactly(
            "own", "fields lock", "named name", "all class", "called library", "native thrown");
    assertThat(outcome.err().lines())
        .containsExactly(
            "cal: server=sequential (-Dcal.model, 1 join point), 5 critical regions, own under"
                + " test-lock (-Dcal.regions.own.synchronization)");
  }

  @Test
  void shouldNameTheArtifactOfAPolicyThatIsNotThereAndTheRightKeyOfRegions() {
    ownRegions("");
    project.build();
    for (String key : List.of("cal.synchronization", "cal.regions.server.synchronization")) {
      assertThat(error("-D" + key + "=csp"))
          .isEqualTo(
              "cal: synchronization policy csp (-D"
                  + key
                  + ") is not on the class path; add org.calaspects:cal-jcsp to it");
    }
    assertThat(error("-Dcal.synchronization=monitr")).contains("did you mean monitor?");
    assertThat(error("-Dcal.regions.serve.synchronization=monitor"))
        .isEqualTo(
            "cal: unknown setting cal.regions.serve.synchronization=monitor"
                + " (-Dcal.regions.serve.synchronization) (the regions are server); did you mean"
                + " cal.regions.server.synchronization?");
    assertThat(error("-Dcal.synchronization.server=monitor"))
        .isEqualTo(
            "cal: cal.synchronization.server=monitor (-Dcal.synchronization.server) has a new key;"
                + " set cal.regions.server.synchronization");
    assertThat(error("-Dcal.stage.server.synchronization=monitor"))
        .isEqualTo(
            "cal: cal.stage.server.synchronization=monitor (-Dcal.stage.server.synchronization) is"
                + " for one stage, but belongs to critical regions; set"
                + " cal.regions.<regions>.synchronization");
  }

  @Test
  void shouldPinRegionsToAPolicy() {
    ownRegions("protected String policy() { return \"test-lock\"; }");
    project.build();
    ChildJvm.Outcome outcome = project.run("app.Server", List.of("-Dcal.synchronization=monitor"));
    assertThat(outcome.err()).contains("1 critical region under test-lock (pinned by its aspect)");
    assertThat(said(outcome)).contains("own");
    assertThat(error("-Dcal.regions.server.synchronization=monitor"))
        .contains("cal.regions.server.synchronization is set", "app.ServerSynchronization pins");
  }

  private String error(String option) {
    ChildJvm.Outcome outcome = project.run("app.Server", List.of(option));
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    return outcome.err().lines().reduce((a, b) -> a + "\n" + b).orElseThrow();
  }

  private void ownRegions(String body) {
    project.source(
        "app/ServerSynchronization.aj",
        """
        package app;
        import cal.core.*;
        aspect ServerSynchronization extends CriticalRegions {
          protected pointcut criticalRegion(Object guard):
              this(guard) && execution(String Server.own());
          %s
        }
        """
            .formatted(body));
  }

  /** Seen before the server serves: both guard a server by itself. */
  @Test
  void shouldRefuseTwoPoliciesForTheObjectsOfAClass() {
    synchronization(regions("One", OWN), regions("Two", FIELDS));
    project.build();
    assertThat(project.run("app.Server", List.of("-Dcal.synchronization=test-lock")).status())
        .isZero();
    assertThat(error("-Dcal.regions.one.synchronization=test-lock"))
        .contains("the guard of Server.", "monitor", "test-lock", "$One", "$Two");
  }

  /** Seen when the guard is entered: it is a name that two aspects have for one object. */
  @Test
  void shouldRefuseTwoPoliciesForAGuardThatIsMapped() {
    synchronization(regions("One", OWN, "Server.NAME"), regions("Two", FIELDS, "Server.NAME"));
    ChildJvm.Outcome outcome =
        project.build().run("app.Server", List.of("-Dcal.regions.two.synchronization=test-lock"));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(said(outcome)).containsExactly("own name");
    assertThat(outcome.err())
        .contains(
            "is entered through two policies, monitor (app.ServerSynchronization$One) and"
                + " test-lock (app.ServerSynchronization$Two)");
  }

  /** The methods are of one class, the guards are not. */
  @Test
  void shouldAllowTwoPoliciesWhereOneGuardIsAnArgument() {
    synchronization(
        regions("One", OWN),
        regions("Two", "args(guard) && execution(String Library.called(Server))"),
        regions("Three", "args(guard) && execution(void Server.talk(Object))"));
    ChildJvm.Outcome outcome =
        project.build().run("app.Server", List.of("-Dcal.regions.one.synchronization=test-lock"));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err())
        .as("at the start it could have been another server; here it is the same")
        .contains("critical regions, one under test-lock", "is entered through two policies");
  }

  @Test
  void shouldFailTheBuildOfClassRegionsThatMatchNothing() {
    synchronization(classRegions("int Server.all()"));
    assertThat(project.weave()).isEmpty();
    assertThat(project.complaint())
        .contains("pointcut criticalClassRegion matches no execution", "Server.all");
  }

  @Test
  void shouldFailTheBuildOfRegionsThatAreNowhereCalled() {
    synchronization(regions("Called", "target(guard) && call(String Library.call(..))"));
    assertThat(project.weave()).isEmpty();
    assertThat(project.complaint())
        .contains("pointcut criticalRegion matches no call", "Library.called");
  }

  /** Monitors alone note nothing, and yet a spawn that would wait inside one is refused. */
  @Test
  void shouldRefuseASpawnThatWouldWaitInsideARegion() {
    AjcProject spawning =
        new AjcProject(folder.resolve("spawning"))
            .source(
                "app/Table.java",
                """
                package app;
                public class Table implements AutoCloseable {
                  static int served;
                  public static void main(String[] args) {
                    new Table().serve();
                    for (int i = 0; i < 3; i++) new Table().locked();
                    System.out.println("passed");
                    System.exit(0);
                  }
                  void locked() { enter(new Table()); }
                  void enter(Table other) { other.serve(); }
                  void serve() {
                    add();
                    try { Thread.currentThread().join(); } catch (InterruptedException e) {}
                  }
                  void add() { served++; }
                  public void close() { System.out.println("closed"); }
                }
                """)
            .activities(
                "TableActivities",
                """
                declare parents: Table implements WorkingContext;
                protected pointcut captureOnInvocation(): call(void Table.serve());
                """)
            .regions(
                "TableSynchronization",
                """
                protected pointcut criticalRegion(Object guard):
                    this(guard) && (execution(void Table.locked()) || execution(void Table.add()));
                """);
    spawning.build();
    for (String policy : List.of("monitor", LockPolicy.NAME)) {
      ChildJvm.Outcome outcome =
          spawning.run(
              "app.Table",
              List.of(
                  "-Dcal.model=" + ThreadsModel.PLATFORM,
                  "-Dcal.max-in-flight=1",
                  "-Dcal.shutdown-timeout=1ms",
                  "-Dcal.synchronization=" + policy));
      assertThat(outcome.out().lines().filter(line -> line.equals("closed")))
          .as(outcome.err())
          .hasSizeGreaterThanOrEqualTo(3);
      assertThat(outcome.out()).contains("passed");
      assertThat(outcome.err())
          .contains(
              "its caller is inside a critical region", "start it before the region or after");
    }
  }

  /** Threads note what they enter from the first hand-off on, and not what they are inside of. */
  @Test
  void shouldRefuseAHandOffInsideARegionThatNobodyNoted() {
    AjcProject asking =
        new AjcProject(folder.resolve("asking"))
            .source(
                "app/Asker.java",
                """
                package app;
                import java.util.concurrent.CountDownLatch;
                public class Asker {
                  final CountDownLatch inside = new CountDownLatch(1);
                  final CountDownLatch asked = new CountDownLatch(1);
                  public static void main(String[] args) throws Exception { new Asker().run(); }
                  void run() throws Exception {
                    System.out.println("first " + first());
                    Thread early = new Thread(this::early);
                    early.start();
                    inside.await();
                    System.out.println("outside " + tryToAsk());
                    asked.countDown();
                    early.join();
                  }
                  void early() {
                    outer();
                    System.out.println("early " + tryToAsk() + " " + inner());
                  }
                  String first() { return Boolean.getBoolean("first") ? tryToAsk() : "nothing"; }
                  void outer() {
                    inside.countDown();
                    try { asked.await(); } catch (InterruptedException e) { return; }
                    System.out.println("inner " + inner());
                    System.out.println("outer " + tryToAsk() + " " + tryToAsk());
                  }
                  String inner() { return tryToAsk(); }
                  String tryToAsk() {
                    try { return ask(); } catch (IllegalStateException e) { return "refused"; }
                  }
                  String ask() { return "answered"; }
                }
                """)
            .activities(
                "AskerActivities",
                """
                declare parents: Asker implements WorkingContext;
                protected pointcut captureHandOff(): call(String Asker.ask());
                """)
            .regions(
                "AskerSynchronization",
                """
                protected pointcut criticalRegion(Object guard):
                    this(guard) && (execution(String Asker.first())
                        || execution(void Asker.outer()) || execution(String Asker.inner()));
                """)
            .build();
    for (boolean first : List.of(false, true)) {
      ChildJvm.Outcome outcome =
          asking.run(
              "app.Asker",
              List.of("-Dcal.stage.asker.model=" + ThreadsModel.PLATFORM, "-Dfirst=" + first));
      assertThat(outcome.out().lines())
          .as(outcome.err())
          .containsExactly(
              "first " + (first ? "refused" : "nothing"),
              "outside answered",
              "inner refused",
              "outer refused refused",
              "early answered refused");
    }
  }

  /** A setting for one of them would be read by both. */
  @Test
  void shouldRefuseTwoAspectsOfOneName() {
    for (String one : List.of("one", "two")) {
      project.source(
          one + "/Totals.aj",
          """
          package %s;
          import cal.core.*;
          aspect TotalsSynchronization extends CriticalRegions {
            protected pointcut criticalRegion(Object guard):
                this(guard) && execution(String app.Server.own());
          }
          """
              .formatted(one));
    }
    project.build();
    assertThat(error("-Dcal.regions.totals.synchronization=monitor"))
        .isEqualTo(
            "cal: two aspects of critical regions are called totals, one.TotalsSynchronization"
                + " and two.TotalsSynchronization, so no setting could tell them apart; rename one"
                + " of them");
  }

  @Test
  void shouldRefuseTwoBindingsOfOneName() {
    project.source(
        "other/ServerActivities.aj",
        """
        package other;
        import cal.core.*;
        aspect ServerActivities extends ActivityCapture {
          protected pointcut captureOnInvocation(): call(boolean app.Server.step());
        }
        """);
    project.build();
    assertThat(error("-Dcal.model=sequential"))
        .contains(
            "two bindings are called server", "app.ServerActivities", "other.ServerActivities");
  }
}
