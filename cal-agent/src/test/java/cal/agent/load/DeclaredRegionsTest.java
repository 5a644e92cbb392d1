package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm.Outcome;
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

/** Regions whose methods only read, or have a key, as a file declares them, under each policy. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeclaredRegionsTest {
  /** Clients add to a tally, and to accounts; one waits for the last amount of an account. */
  private static final String SERVER =
      """
      package app;
      import java.util.concurrent.CountDownLatch;
      public class Server {
        static final CountDownLatch DONE = new CountDownLatch(10);
        static final Tally MEETING = new Tally();
        static final int TURNS = Integer.getInteger("app.turns", 1);
        public static void main(String[] args) throws Exception {
          Tally tally = new Tally();
          Accounts accounts = new Accounts();
          for (int i = 0; i < 8; i++) {
            Client client = new Client(i, tally, accounts);
            while (client.work()) ;
          }
          for (int i = 0; i < 2; i++) {
            Client waiter = new Client(-i - 1, tally, accounts);
            while (waiter.work()) ;
          }
          DONE.await();
          Pair pair = tally.both();
          System.out.println("tally " + pair.left + " " + pair.right + " torn " + Client.torn);
          System.out.println("accounts " + accounts.of(0) + " " + accounts.of(3));
        }
      }
      class Client {
        static volatile int torn;
        private final int number;
        private final Tally tally;
        private final Accounts accounts;
        private int left = Server.TURNS;
        Client(int number, Tally tally, Accounts accounts) {
          this.number = number;
          this.tally = tally;
          this.accounts = accounts;
        }
        boolean work() throws InterruptedException {
          if (number < 0) {
            accounts.awaitAtLeast(-number, 2 * Server.TURNS);
            if (Boolean.getBoolean("app.meet")) Server.MEETING.meet();
            if (Boolean.getBoolean("app.keys")) accounts.meet(100 - number);
            Server.DONE.countDown();
            return false;
          }
          tally.add();
          accounts.add(number % 4, 1);
          Pair pair = tally.both();
          if (pair.left != pair.right) torn++;
          if (--left == 0) Server.DONE.countDown();
          return left > 0;
        }
      }
      class Pair {
        final int left;
        final int right;
        Pair(int left, int right) {
          this.left = left;
          this.right = right;
        }
      }
      class Tally {
        private final CountDownLatch both = new CountDownLatch(2);
        private int left;
        private int right;
        private int[] latest = new int[4];
        void add() {
          left++;
          right++;
        }
        Pair both() { return new Pair(left, right); }
        void meet() throws InterruptedException {
          both.countDown();
          both.await();
        }
        int loop() {
          int sum = 0;
          for (int one : latest) sum += one;
          return sum;
        }
        int counted() {
          touch();
          return left;
        }
        private void touch() { left = left + 1; }
        int kept() {
          latest[0] = left;
          return left;
        }
        int entering() {
          add();
          return left;
        }
        int waiting() throws InterruptedException {
          wait();
          return left;
        }
        int printed() throws java.io.IOException {
          System.in.read();
          return left;
        }
        static int none() { return 0; }
      }
      class Accounts {
        private final CountDownLatch both = new CountDownLatch(2);
        private final long[] amounts = new long[4];
        void add(int key, long amount) {
          amounts[key] += amount;
          notify();
        }
        void awaitAtLeast(int key, long amount) throws InterruptedException {
          while (amounts[key] < amount) wait();
        }
        long of(Integer key) { return amounts[key]; }
        void meet(long key) throws InterruptedException {
          both.countDown();
          both.await();
        }
        void nest(int key) { of(key + 1); }
      }
      """;

  private static final String STAGES =
      """
      stages:
        client: {spawn: boolean app.Client.work()}
      """;

  private static final String REGIONS =
      """
      regions:
        tally:
          methods: void app.Tally.add()
          reads: [app.Pair app.Tally.both()%s]
        accounts:
          methods: ["void app.Accounts.*(..)"]
          reads: long app.Accounts.of(Integer)
          key: 1
      """;

  private static final String SAID =
      """
      tally %1$d %1$d torn 0
      accounts %2$d %2$d
      """;

  private AgentProject project;

  @BeforeAll
  void compileTheServer(@TempDir Path folder) {
    project = new AgentProject(folder).compile("Server", SERVER);
  }

  @ParameterizedTest
  @CsvSource({
    "thread-pool, monitor",
    "virtual, lock",
    "virtual, csp",
    "reactive, fair-lock",
    "thread-pool, shared",
    "virtual, fair-shared",
    "reactive-pool, shared",
    "jcsp, shared",
    "thread, optimistic",
    "virtual, optimistic",
    "reactive, optimistic",
    "virtual, counting"
  })
  void shouldLoseAndTearNothing(String model, String policy) throws Exception {
    boolean together = policy.endsWith("shared");
    int turns = policy.equals("csp") ? 100 : 2_000; // a region of csp is a communication
    Path file =
        project.write(
            model + policy + ".yaml",
            STAGES + REGIONS.formatted(together ? ", void app.Tally.meet()" : ""));
    Outcome outcome =
        project.run(
            List.of(),
            "cal.model=" + model,
            "cal.config=" + file,
            "cal.cache=none",
            "app.meet=" + together,
            "app.keys=true",
            "app.turns=" + turns,
            "cal.synchronization=" + policy);

    assertThat(outcome.out()).as(outcome.err()).isEqualTo(SAID.formatted(8 * turns, 2 * turns));
    assertThat(outcome.status()).isZero();
  }

  /** The proof is made of woven classes then. */
  @Test
  void shouldLoseAndTearNothingInWovenClassesOfABuild(@TempDir Path folder) throws Exception {
    AjcProject built =
        AgentProject.built(folder, STAGES + REGIONS.formatted(""), "app/Server.java", SERVER);
    for (String policy : List.of("monitor", "shared", "optimistic")) {
      Outcome outcome =
          built.run(
              "app.Server",
              List.of(
                  "-Dcal.model=virtual",
                  "-Dcal.synchronization=" + policy,
                  "-Dapp.turns=500",
                  "-Dapp.keys=true"));
      assertThat(outcome.out()).as(outcome.err()).isEqualTo(SAID.formatted(4_000, 1_000));
    }
    assertThat(built.captures())
        .contains("key 1")
        .anyMatch(line -> line.startsWith("shared-region app.Tally.both("));
  }

  /** Two threads that each want a second key could wait for each other by chance. */
  @Test
  void shouldRefuseAKeyInsideAnother() throws Exception {
    String nested = "void app.Accounts.nest(int), long app.Accounts.of(Integer)";
    AgentProject other =
        new AgentProject(project.classes().getParent().resolve("nested"))
            .compile("Server", SERVER.replace("DONE.await();", "new Accounts().nest(1);"));
    Outcome outcome =
        other.runDeclared(
            STAGES + "regions: {accounts: {methods: [" + nested + "], key: 1}}",
            "app.turns=1",
            "cal.model=virtual");
    assertThat(outcome.err())
        .contains(
            "a region of cal.binding.AccountsSynchronization is entered inside a region of another"
                + " key");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{reads: int app.Tally.counted()} | regions.tally.reads: app.Tally.counted does more than"
            + " read, since app.Tally.touch:",
        "{reads: int app.Tally.kept()} | writes an element of an array; name the method in"
            + " methods:",
        "{reads: int app.Tally.waiting()} | calls java.lang.Object.wait, which may write",
        "{reads: int app.Tally.printed()} | calls java.io.InputStream.read, which may write",
        "{methods: void app.Tally.add(), reads: int app.Tally.entering()} | app.Tally.entering:",
        "{reads: static int app.Tally.none()} | read nothing alone; name them in methods:",
        "{reads: int app.Tally.loop(), guard: class} | read nothing alone; name them in methods:",
        "{methods: void app.Tally.add(), key: 1} | regions.tally.key is argument 1, and"
            + " app.Tally.add has 0; write a signature without the method, or another key",
        "{methods: 'void app.Accounts.add(..)', key: 3} | .key is argument 3, and app.Accounts.add"
            + " has 2",
        "{methods: 'void app.Accounts.add(..)', key: 0} | .key: '0' is no argument; write 1 to 4",
        "{methods: 'void app.Accounts.add(..)', key: 1, guard: class} | .key stands without guard:",
        "{reads: int app.Tally.loup()} | regions.tally.reads matches no execution: int"
            + " app.Tally.loup()",
        "{read: int app.Tally.loop()} | has no read; did you mean reads?",
      })
  void shouldRefuse(String entry, String sentence) {
    project.assertRefused(STAGES + "regions: {tally: " + entry + "}", sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "optimistic | reads: int app.Tally.loop() | | regions tally are under optimistic"
            + " (-Dcal.regions.tally.synchronization), which may run a method of reads: twice, and"
            + " app.Tally.loop:75 has a loop, which might not end; choose shared, or leave the"
            + " method to methods:",
        "shared | methods: int app.Tally.loop() | | regions tally are under shared"
            + " (-Dcal.regions.tally.synchronization), and none of their methods is known to only"
            + " read; name such methods in reads: of cal.yaml (criticalSharedRegion of the aspect),"
            + " or choose lock",
        "lock | methods: int app.Tally.loop() | 2 |"
            + " cal.regions.tally.synchronization.permits is set, and regions tally are under lock"
            + " (-Dcal.regions.tally.synchronization), which lets in one thread at a time, or all"
            + " that read; set cal.regions.tally.synchronization=counting",
        "lok | methods: int app.Tally.loop() | | synchronization policy lok"
            + " (-Dcal.regions.tally.synchronization) is not on the class path; did you mean lock?"
            + " There are counting, csp, fair-counting, fair-lock, fair-shared, lock, monitor,"
            + " optimistic, shared, test-lock",
      })
  void shouldStopBeforeTheServer(String policy, String entry, String permits, String sentence)
      throws Exception {
    Path file =
        project.write(
            policy + entry.hashCode() + ".yaml", STAGES + "regions: {tally: {" + entry + "}}");
    String key = "cal.regions.tally.synchronization";
    Outcome outcome =
        project.run(
            List.of(),
            "cal.model=virtual",
            "cal.config=" + file,
            "cal.cache=none",
            key + "=" + policy,
            permits == null ? "app.none=" : key + ".permits=" + permits);
    AgentProject.assertStopped(outcome, sentence);
  }
}
