package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The monitors of a finished server are critical regions, under any policy. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MonitorRegionsTest {
  /** Producers and consumers meet at a box; before, {@code main} tries what a monitor means. */
  private static final String SERVER =
      """
      package app;
      import java.util.*;
      import java.util.concurrent.CountDownLatch;
      public class Server {
        static final CountDownLatch DONE = new CountDownLatch(6);
        public static void main(String[] args) throws Exception {
          Box box = new Box();
          box.look(new Look());
          box.tell();
          for (int i = 0; i < 3; i++) {
            Producer producer = new Producer(box);
            while (producer.work()) ;
            Consumer consumer = new Consumer(box);
            while (consumer.work()) ;
          }
          DONE.await();
          System.out.println("put " + box.put + " sum " + box.sum + " left " + box.items);
        }
      }
      /** Asks the JVM by reflection, which is no use that can be told. */
      class Look {
        boolean holds(Object object) throws Exception {
          return (boolean) Thread.class.getMethod("holdsLock", Object.class).invoke(null, object);
        }
      }
      class Producer {
        private final Box box;
        private int left = 40;
        Producer(Box box) { this.box = box; }
        boolean work() throws InterruptedException {
          box.put(left);
          if (--left == 0) Server.DONE.countDown();
          return left > 0;
        }
      }
      class Consumer {
        private final Box box;
        private int left = 40;
        Consumer(Box box) { this.box = box; }
        boolean work() throws InterruptedException {
          box.take();
          if (--left == 0) Server.DONE.countDown();
          return left > 0;
        }
      }
      class Box {
        static int count;
        final List<Integer> items = new ArrayList<>();
        private final Object lock = new Object();
        int put;
        int sum;
        synchronized void put(int number) throws InterruptedException {
          while (items.size() == 2) wait();
          items.add(number);
          put++;
          notifyAll();
        }
        void take() throws InterruptedException {
          synchronized (this) {
            while (items.isEmpty()) wait(60_000, 1);
            int number = items.remove(0);
            synchronized (lock) { sum += number; }
            notifyAll();
          }
        }
        synchronized void look(Look look) throws Exception {
          System.out.println("monitor " + look.holds(this));
        }
        void tell() throws Exception {
          System.out.println(ofClass("class ") + whole(1L << 40, 0.5) + block(1) + block(9));
          System.out.println(timed() + interrupted() + outside() + fails() + failsInBlock() + none());
          System.out.println(Thread.holdsLock(this) + " " + Thread.holdsLock(lock));
        }
        static synchronized String ofClass(String text) {
          return text + ++count + Thread.holdsLock(Box.class);
        }
        synchronized String whole(long wide, double half) {
          return " whole " + (wide + half) + holdsAgain();
        }
        private synchronized boolean holdsAgain() { return Thread.holdsLock(this); }
        String block(int number) {
          for (int i = 0; i < 3; i++) {
            synchronized (lock) {
              if (i == number) return " returns " + Thread.holdsLock(lock);
              synchronized (lock) { if (i == 0) continue; }
              if (number == 9) break;
            }
          }
          return " breaks " + Thread.holdsLock(lock);
        }
        synchronized String timed() throws InterruptedException {
          wait(1);
          return "timed " + Thread.holdsLock(this);
        }
        synchronized String interrupted() {
          Thread.currentThread().interrupt();
          try {
            wait();
            return " not interrupted";
          } catch (InterruptedException interrupt) {
            return " interrupted " + Thread.holdsLock(this) + Thread.interrupted();
          }
        }
        String outside() {
          try {
            notify();
            return " not outside";
          } catch (IllegalMonitorStateException outside) {
            return " outside";
          }
        }
        private synchronized void fail() { throw new IllegalStateException(" fails "); }
        String fails() {
          try {
            fail();
            return "";
          } catch (IllegalStateException failure) {
            return failure.getMessage() + Thread.holdsLock(this);
          }
        }
        String failsInBlock() {
          try {
            synchronized (lock) {
              try {
                throw new IllegalStateException(" in block ");
              } finally {
                count++;
              }
            }
          } catch (IllegalStateException failure) {
            return failure.getMessage() + Thread.holdsLock(lock) + count;
          }
        }
        String none() {
          try {
            synchronized (items.isEmpty() ? null : lock) { return ""; }
          } catch (NullPointerException none) {
            return " none";
          }
        }
      }
      """;

  private static final String STAGES =
      """
      stages:
        producer: {spawn: boolean app.Producer.work()}
        consumer: {spawn: boolean app.Consumer.work()}
      """;

  private static final String REGIONS =
      """
      regions:
        box: {monitors: app.Box}
      """;

  private static final String SAID =
      """
      class 1true whole 1.0995116277765E12true returns true breaks false
      timed true interrupted truefalse outside fails false in block false2 none
      false false
      put 120 sum 2460 left []
      """;

  private AgentProject project;

  @BeforeAll
  void compileTheServer(@TempDir Path folder) {
    project = new AgentProject(folder).compile("Server", SERVER);
  }

  /** The contracts of policies have each under each kind of thread. */
  @SomeCases(of = 4)
  @ParameterizedTest
  @CsvSource({"thread-pool, csp", "virtual, monitor", "reactive, csp", "jcsp, monitor"})
  void shouldExcludeAndSignalUnderAModelByAPolicy(String model, String policy) throws Exception {
    Path file = project.write(model + ".yaml", STAGES + REGIONS);
    Outcome outcome =
        project.run(
            List.of(),
            "cal.model=" + model,
            "cal.config=" + file,
            "cal.cache=none",
            "cal.synchronization=" + policy);

    assertThat(outcome.out())
        .as(outcome.err())
        .isEqualTo("monitor " + policy.equals("monitor") + "\n" + SAID);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).contains(", 14 critical regions");
  }

  /** The policy of one start is no later start's. */
  @Tag("measuring")
  @Test
  void shouldWeaveAnewForAnotherPolicy(@TempDir Path cache) throws Exception {
    Path file = project.write("kept.yaml", STAGES + REGIONS);
    Path agent = project.keepingAgent();
    List<String> said = new ArrayList<>();
    for (String policy : List.of("csp", "monitor", "csp")) {
      Outcome outcome =
          project.java(
              List.of(
                  "-javaagent:" + agent,
                  "-Dcal.model=virtual",
                  "-Dcal.config=" + file,
                  "-Dcal.cache=" + cache,
                  "-Dcal.regions.box.synchronization=" + policy,
                  "-cp",
                  project.classes().toString(),
                  "app.Server"));
      assertThat(outcome.status()).as(outcome.err()).isZero();
      said.add(outcome.out().lines().findFirst().orElse(""));
    }
    assertThat(said).containsExactly("monitor false", "monitor true", "monitor false");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{monitors: app.Box, guard: class} | .monitors stands alone, since locked objects are the",
        "{monitors: app.Box.put()} | .monitors: 'app.Box.put()' names no classes; write",
        "{monitors: []} | .monitors is an empty list",
        "{monitors: app.Bxo} | .monitors: no woven class with a synchronized method or block is"
            + " app.Bxo; write com.acme.Queue, or com.acme..*, and have the class woven (weave:)",
        "{monitor: app.Box} | has no monitor; did you mean monitors?",
        "{monitors: app.Look} | .monitors: no woven class with a synchronized method or block is",
      })
  void shouldRefuse(String entry, String sentence) {
    String place = sentence.startsWith(".") ? "cal.yaml: regions.box" : "cal.yaml: regions.box ";
    project.assertRefused(STAGES + "regions: {box: " + entry + "}", place + sentence);
  }
}
