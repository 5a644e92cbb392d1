package cal.executor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every form of capture, woven by ajc into a user's project and run: spawned by call, by
 * instantiation, with and without a cancelled call, from static code; handed off.
 */
class CaptureFormsTest {
  private static final String SERVER =
      """
      package app;
      import java.io.IOException;
      import java.util.concurrent.CountDownLatch;
      import java.util.concurrent.TimeUnit;
      public class Server {
        static final CountDownLatch DONE = new CountDownLatch(6);
        public static void main(String[] args) throws Exception {
          say("main");
          new Server().run();
          Job.announce();
          if (!DONE.await(120, TimeUnit.SECONDS)) throw new IllegalStateException("not done");
        }
        static synchronized void say(String text) {
          String thread = Thread.currentThread().getName().replaceFirst("-\\\\d+$", "");
          System.out.println(text + " on " + thread);
        }
        void run() {
          Job job = new Job("called");
          while (job.work()) ;
          new Timer("self-started");
          try { say("looked up " + lookUp(1)); lookUp(-1); }
          catch (IOException e) { say("caught " + e.getMessage()); }
        }
        int lookUp(int key) throws IOException {
          say("looking up");
          if (key < 0) throw new IOException("no such key");
          return key + 1;
        }
      }
      class Job implements AutoCloseable {
        private final String name;
        private int left = 3;
        Job(String name) { this.name = name; }
        boolean work() { Server.say(name + " step"); Server.DONE.countDown(); return --left > 0; }
        static void announce() { Server.say("announced"); Server.DONE.countDown(); }
        public void close() { Server.say(name + " closed"); Server.DONE.countDown(); }
      }
      class Timer {
        private final String name;
        Timer(String name) { this.name = name; }
        boolean tick() { Server.say(name + " tick"); Server.DONE.countDown(); return false; }
      }
      """;

  private static final String BINDING =
      """
      package app;
      import cal.core.*;
      aspect Activities {
        static aspect Job extends ActivityCapture {
          declare parents: app.Job implements Activity;
          public boolean app.Job.proceed() { return work(); }
          protected pointcut captureOnInstantiation(): call(app.Job.new(..));
          protected pointcut cancelCall(): call(boolean app.Job.work());
        }
        static aspect Timer extends ActivityCapture {
          declare parents: app.Timer implements Activity;
          public boolean app.Timer.proceed() { return tick(); }
          protected pointcut captureOnInstantiation(): call(app.Timer.new(..));
        }
        static aspect News extends ActivityCapture {
          protected pointcut captureOnInvocation(): call(void app.Job.announce());
        }
        static aspect LookUp extends ActivityCapture {
          protected pointcut captureHandOff(): call(int Server.lookUp(int));
          protected boolean blocks() { return true; }
        }
      }
      """;

  @TempDir Path folder;
  private AjcProject project;

  @BeforeEach
  void startProject() {
    project = new AjcProject(folder).source("app/Server.java", SERVER);
  }

  private List<String> run(String... options) {
    project.source("app/Activities.aj", BINDING).build();
    ChildJvm.Outcome outcome = project.run("app.Server", List.of(options));
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"executor", "executor-pool", "virtual"})
  void shouldRunEachFormUnderAModel(String model) {
    List<String> lines = run("-Dcal.model=" + model, "-Dcal.stage.look-up.model=" + model);
    String worker = "cal-" + model + "-";
    assertThat(lines)
        .containsExactlyInAnyOrder(
            "main on main",
            "called step on " + worker + "job",
            "called step on " + worker + "job",
            "called step on " + worker + "job",
            "called closed on " + worker + "job",
            "self-started tick on " + worker + "timer",
            "announced on " + worker + "news",
            "looking up on " + worker + "look-up",
            "looked up 2 on main",
            "looking up on " + worker + "look-up",
            "caught no such key on main");
    assertThat(lines.indexOf("called closed on " + worker + "job"))
        .as("closed after the last step")
        .isGreaterThan(lines.lastIndexOf("called step on " + worker + "job"));
  }

  @Test
  void shouldGiveAnObjectOneActivityHoweverOftenAFactoryHandsItOut() {
    project
        .source(
            "app/Server.java",
            """
            package app;
            import java.util.concurrent.atomic.AtomicInteger;
            public class Server {
              static final AtomicInteger TICKS = new AtomicInteger();
              static Timer cached;
              public static void main(String[] args) {
                make(true);
                make(true);
                System.out.println("none: " + make(false));
                Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> System.out.println("ticks: " + TICKS)));
              }
              static Timer make(boolean any) {
                if (any && cached == null) cached = new Timer();
                return any ? cached : null;
              }
            }
            class Timer {
              boolean tick() { Server.TICKS.incrementAndGet(); return false; }
            }
            """)
        .source(
            "app/Activities.aj",
            """
            package app;
            import cal.core.*;
            aspect Activities {
              static aspect Time extends ActivityCapture {
                declare parents: app.Timer implements Activity;
                public boolean app.Timer.proceed() { return tick(); }
                protected pointcut captureOnInstantiation():
                    call(app.Timer.new(..)) || call(app.Timer Server.make(..));
              }
            }
            """)
        .build();
    ChildJvm.Outcome outcome = project.run("app.Server", List.of("-Dcal.model=virtual"));
    assertThat(outcome.out().lines()).as(outcome.err()).containsExactly("none: null", "ticks: 1");
  }

  @Test
  void shouldHandOffInItsCallerWithoutAModelOfItsOwn() {
    assertThat(run("-Dcal.model=virtual")).contains("looking up on main");
  }

  @Test
  void shouldHandOffCallsThatBlockToAPoolBesideAnEventLoop() {
    assertThat(run("-Dcal.model=test-loop")).contains("looking up on cal-executor-pool-look-up");
  }
}
