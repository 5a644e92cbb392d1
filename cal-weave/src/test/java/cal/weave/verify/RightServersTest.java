package cal.weave.verify;

import static cal.weave.verify.SmallServer.CLIENT;
import static cal.weave.verify.SmallServer.JOB;
import static cal.weave.verify.SmallServer.JOB_STAGES;
import static cal.weave.verify.SmallServer.RESULT;
import static cal.weave.verify.SmallServer.RESULT_REGIONS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small servers without a deadlock, and what is told of the parts that are not searched. */
@Timeout(120)
class RightServersTest {
  private static final String ORDERED =
      """
      class Client { Account a, b; void run() { if (a.id < b.id) a.both(b); else b.both(a); } }
      class Account { final int id = 1; int s; void both(Account o) { s--; o.add(); }
        void add() { s++; } }
      """;

  private static final String ACCOUNTS = CLIENT + "regions: {accounts: void app.Account.*(..)}\n";

  @TempDir private Path folder;

  /** As many threads as there are clients that wait, and one that never waits. */
  @ParameterizedTest
  @CsvSource({"4, 1, 5, 0", "2, 1, 3, 0", "4, 2, 5, 0", "4, 1, 4, 1", "9, 2, 8, 1"})
  void shouldKeepTheShortageOfThreads(int clients, int flushers, int size, int status)
      throws IOException {
    SmallServer.Said said =
        SmallServer.of(
                folder,
                """
                class Client { Disk disk; void run() throws Exception { disk.write(); } }
                class Flusher { Disk disk; void run() { disk.flush(); } }
                class Disk { Result b;
                  void write() throws Exception { b.await(); } void flush() { b.done(); } }
                """,
                RESULT)
            .verify(
                """
                stages:
                  client: {spawn: void app.Client.run()}
                  flusher: {spawn: void app.Flusher.run()}
                  disk: {hand-off: "void app.Disk.*(..)", model: executor-pool}
                regions: {results: void app.Result.*(..)}
                settings:
                  cal.stage.client.max-in-flight: %d
                  cal.stage.flusher.max-in-flight: %d
                  cal.stage.disk.executor-pool.size: %d
                """
                    .formatted(clients, flushers, size));
    assertThat(said.status()).as(said.out() + said.err()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"100", "60"})
  void shouldLetTheCallerRunWhereNoThreadIsLeft(int size) throws IOException {
    SmallServer.of(folder, JOB, RESULT)
        .verify(
            JOB_STAGES
                + "settings: {cal.stage.job.queue-capacity: 0, cal.stage.job.when-full:"
                + " caller-runs, cal.stage.job.thread-pool.size: "
                + size
                + "}\n")
        .free();
  }

  @Test
  void shouldLeaveOutLambdasOfOtherThreads() throws IOException {
    String out =
        SmallServer.of(
                folder,
                """
                import java.util.concurrent.*;
                class Client { Room r; Member m; boolean f;
                  void run() { if (f) r.post(); else m.leave(); } }
                class Room { Member m; int n;
                  static final ScheduledExecutorService T = Executors.newScheduledThreadPool(1);
                  void post() { T.schedule(() -> m.tell(), 1, TimeUnit.SECONDS); }
                  void remove() { n--; } }
                class Member { Room r; int t; void tell() { t++; } void leave() { r.remove(); } }
                """)
            .verify(CLIENT + SmallServer.ROOM_REGIONS)
            .free()
            .out();
    assertThat(out).contains(", 1 lambdas that other threads run");
  }

  @Test
  void shouldBelieveThatObjectsAreOrdered() throws IOException {
    SmallServer server = SmallServer.of(folder, ORDERED);

    server.verify(ACCOUNTS).deadlock("and tell of it by --ordered app.Account");
    server.verify(ACCOUNTS, "--ordered", "app.Account").free();
    server
        .verify(ACCOUNTS, "--ordered", "app.Acount")
        .mistake("--ordered app.Acount has no region of its objects; those that have are");
  }

  @Test
  void shouldHandOffAMethodOfTheJdk() throws IOException {
    String out =
        SmallServer.of(
                folder,
                "class Client { void run() throws Exception {"
                    + " java.net.InetAddress.getByName(\"a\"); } }\n")
            .verify(
                """
                stages:
                  client: {spawn: void app.Client.run(), model: reactive}
                  dns:
                    hand-off: java.net.InetAddress java.net.InetAddress.getByName(String)
                    model: executor-pool
                """)
            .free()
            .out();
    assertThat(out).startsWith("stages: client=reactive dns=executor-pool\n");
  }

  @Test
  void shouldTellWhichWaitsAreNotSearched() throws IOException {
    String out =
        SmallServer.of(
                folder,
                """
                import java.util.concurrent.*;
                import java.util.concurrent.atomic.*;
                import java.util.concurrent.locks.*;
                class Client { AtomicInteger n; ConcurrentHashMap<String, String> m;
                  boolean f; Waits w; static final Object O = new Object();
                  void run() throws Exception {
                    n.get(); m.put("a", m.get("b")); synchronized (O) { w.all(); } } }
                class Waits { StampedLock s; Phaser p; BlockingDeque<String> q; Thread t;
                  Process pr; Mine l; ExecutorService e;
                  void all() throws Exception {
                    s.writeLock(); p.arriveAndAwaitAdvance(); q.takeFirst(); t.join(); pr.waitFor();
                    l.lock(); e.close(); } }
                class Mine extends ReentrantLock {}
                """)
            .verify(CLIENT)
            .free()
            .out();
    assertThat(out)
        .containsPattern(
            "\\nnot searched: a signal that is forgotten, .*, 7 waits for threads or in"
                + " java.util.concurrent \\(app.Waits.all:.*\\), 1 methods with monitors that are"
                + " no regions \\(app.Client.run\\)\\n");
  }

  /** Three of some 300 positions would be more states than a search looks at. */
  @Test
  void shouldTakePositionsWithTheSameFutureForOne() throws IOException {
    String ways =
        IntStream.range(0, 60)
            .mapToObj("case %d: g.take(); break; "::formatted)
            .collect(Collectors.joining());
    SmallServer.of(
            folder,
            """
            class Gate { int free = 1;
              void take() throws Exception { while (free == 0) wait(); free--; }
              void give() { free++; notify(); } }
            class Client { Gate g; int n; void run() throws Exception {
              switch (n) { %s default: g.take(); } g.give(); } }
            """
                .formatted(ways))
        .verify(CLIENT + "regions: {gates: void app.Gate.*(..)}\n")
        .free();
  }

  /** A signal that is forgotten is none of the searched deadlocks, and the output says so. */
  @Test
  void shouldTellOfSignalsThatAreNotSearched() throws IOException {
    String out =
        SmallServer.of(
                folder,
                """
                class Job { Result r = new Result();
                  void run() throws Exception { new Part(r).run(); r.await(); } }
                class Part { Result r; boolean bad; Part(Result r) { this.r = r; }
                  void run() { if (bad) return; r.done(); } }
                """,
                RESULT)
            .verify(
                "stages: {job: {spawn: void app.Job.run()}, part: {spawn: void app.Part.run()}}\n"
                    + RESULT_REGIONS)
            .free()
            .out();
    assertThat(out)
        .contains("\nnot searched: a signal that is forgotten, sent to another waiter or awaited");
  }
}
