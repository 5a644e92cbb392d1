package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.contract.ModelFixture;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes in JVMs of their own, which are killed one after the other while calls are under way. */
@Timeout(300)
class KilledNodesTest {
  private static final int CALLERS = 4;

  /** Well above the timeout of a hasty call, and below that of the others. */
  private static final Duration LATE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private final List<Process> nodes = new ArrayList<>();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong made = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final List<Throwable> wrong = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> callers = new ArrayList<>();

  private ProcessBuilder node(String server, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("-Dcal.cluster.join=" + server);
    all.add("-Dcal.cluster.listen=127.0.0.1:0");
    all.add("-Dcal.cluster.limit=4");
    all.add("--sun-misc-unsafe-memory-access=allow");
    return ChildJvm.of(all, Node.class);
  }

  private void call(OpenStage stage, boolean mayLose) {
    for (long i = 2; !stop.get(); i++) {
      BigInteger number = BigInteger.valueOf(i);
      made.incrementAndGet();
      try {
        Object square = HandedOff.call(stage, Calls.class, "square", null, number);
        if (!square.equals(number.multiply(number))) {
          throw new AssertionError(number + " squared is not " + square);
        }
        answered.incrementAndGet();
      } catch (ClusterException none) {
        if (!mayLose) {
          wrong.add(none);
        }
        lost.incrementAndGet();
      } catch (Throwable other) {
        wrong.add(other);
      }
    }
  }

  private void start(OpenStage stage, boolean mayLose) {
    for (int i = 0; i < CALLERS; i++) {
      callers.add(Thread.ofVirtual().start(() -> call(stage, mayLose)));
    }
  }

  private void awaitAnswers(long more) {
    long goal = answered.get() + more;
    ModelFixture.eventually(more + " more answers", () -> answered.get() >= goal);
  }

  /** One that hangs is missed as well, and comes back. How soon a new one is used is printed. */
  @Tag("measuring")
  @Test
  @Timeout(900)
  void shouldGoOnWithTheNodesThatAreLeftAndLoseNothingSilently() throws Exception {
    Map<String, String> settings =
        Map.of(
            "cal.model", "cluster",
            "cal.cluster.listen", "127.0.0.1:0",
            "cal.cluster.timeout", "100s",
            "cal.stage.again.cluster.delivery", "at-least-once",
            "cal.stage.hasty.cluster.timeout", "2s");
    try (Engine server = Engine.of(Configuration.of(settings), List.of("once", "again", "hasty"))) {
      OpenStage once = server.open("once");
      OpenStage again = server.open("again");
      String address = Members.of(once).address();
      for (int i = 0; i < 3; i++) {
        nodes.add(node(address).start());
      }
      ModelFixture.eventually("three nodes", () -> once.limit() == 12);
      start(once, true);
      start(again, false);
      awaitAnswers(200);
      nodes.get(0).destroyForcibly();
      ModelFixture.eventually("two nodes", () -> once.limit() == 8);
      awaitAnswers(200);
      nodes.get(1).destroyForcibly();
      ModelFixture.eventually("one node", () -> once.limit() == 4);
      awaitAnswers(200);
      long started = System.nanoTime();
      nodes.add(node(address).start());
      ModelFixture.eventually("a new node", () -> once.limit() == 8);
      ModelFixture.eventually(
          "answers of both",
          () -> server.getMembers().stream().allMatch(member -> member.answered() > 0));
      long used = Duration.ofNanos(System.nanoTime() - started).toMillis();
      System.out.println("a new node answers " + used + " ms after its start");
      freeze(nodes.get(2), server.open("hasty"));
      signal(nodes.get(2), "CONT");
      ModelFixture.eventually("the node that hung", () -> once.limit() == 8);
      awaitAnswers(200);
      nodes.get(2).destroyForcibly();
      ModelFixture.eventually("the new node alone", () -> once.limit() == 4);
      awaitAnswers(200);
      stop.set(true);
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(wrong).isEmpty();
      assertThat(answered.get() + lost.get()).as("each call ended").isEqualTo(made.get());
      assertThat(once.status().failed()).as("each loss was told").isEqualTo(lost.get());
      assertThat(again.status().failed()).isZero();
      shouldRefuseAnotherArtifact(address);
    } finally {
      stop.set(true);
      nodes.forEach(Process::destroyForcibly);
    }
  }

  /** It answers nothing, and its connection stays: calls end by their time, until it is missed. */
  private static void freeze(Process node, OpenStage hasty) throws Exception {
    int before = hasty.limit();
    signal(node, "STOP");
    long late = 0;
    while (hasty.limit() == before) {
      long asked = System.nanoTime();
      try {
        HandedOff.call(hasty, Calls.class, "square", null, BigInteger.TWO);
      } catch (Throwable none) {
        assertThat(none).isInstanceOf(ClusterException.class);
      }
      late = Math.max(late, System.nanoTime() - asked);
    }
    assertThat(Duration.ofNanos(late)).as("the longest call").isLessThan(LATE);
  }

  private static void signal(Process node, String name) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + node.pid()).start().waitFor()).isZero();
  }

  /** A node whose class path has other classes than the server's. */
  private void shouldRefuseAnotherArtifact(String server) throws IOException {
    Path record = folder.resolve("META-INF/cal/captures");
    Files.createDirectories(record.getParent());
    Files.writeString(record, "");
    Files.writeString(folder.resolve("Other.class"), "other");
    List<String> command =
        List.of(
            "-Dcal.cluster.join=" + server,
            "-Dcal.cluster.listen=127.0.0.1:0",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            folder + System.getProperty("path.separator") + System.getProperty("java.class.path"),
            Node.class.getName());
    ChildJvm.Outcome refused = ChildJvm.run(folder, command);
    assertThat(refused.err())
        .contains("cal: this node has artifact ")
        .contains(": their classes differ; start both with the same jar");
    assertThat(refused.status()).isEqualTo(2);
  }
}
