package cal.weave.verify;

import static cal.weave.verify.SmallServer.BEGIN;
import static cal.weave.verify.SmallServer.CLIENT;
import static cal.weave.verify.SmallServer.JOB;
import static cal.weave.verify.SmallServer.JOB_STAGES;
import static cal.weave.verify.SmallServer.RESULT;
import static cal.weave.verify.SmallServer.RESULT_REGIONS;
import static cal.weave.verify.SmallServer.ROOMS;
import static cal.weave.verify.SmallServer.ROOM_REGIONS;
import static org.assertj.core.api.Assertions.assertThat;

import cal.weave.verify.SmallServer.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlocks of small servers that the search finds. */
@Timeout(120)
class FoundDeadlocksTest {
  @TempDir private Path folder;

  private Said verify(String file, String... sources) throws IOException {
    return SmallServer.of(folder, sources).verify(file);
  }

  /** As ajc inlines the advice of regions; cal-agent weaves by ajc itself. */
  @Test
  void shouldSeeTheBodiesOfWovenRegions() throws IOException {
    verify(
            CLIENT + ROOM_REGIONS,
            BEGIN,
            """
            class Room {
              Member m;
              int n;
              void post() { post_aroundBody1$advice(this, this, null); }
              void remove() { n--; }
              static final void post_aroundBody0(Room r) { r.m.tell(); }
              static final Object post_aroundBody1$advice(Room r, Object bound, Object c) {
                synchronized (bound) { post_aroundBody0(r); return null; }
              }
            }
            class Member {
              Room r;
              int t;
              void tell() { t++; }
              void leave() { leave_aroundBody1$advice(this, this, null); }
              static final void leave_aroundBody0(Member m) { m.r.remove(); }
              static final Object leave_aroundBody1$advice(Member m, Object bound, Object c) {
                synchronized (bound) { leave_aroundBody0(m); return null; }
              }
            }
            """)
        .deadlock("holds the guard app.Room and waits for the guard app.Member");
  }

  @Test
  void shouldSeeWovenWaits() throws IOException {
    verify(
            CLIENT + "regions: {gates: [void app.Gate.pass(), void app.Gate.open()]}\n",
            """
            class Client { Gate g; boolean w;
              void run() throws Exception { if (w) g.pass(); else g.open(); } }
            class Gate {
              boolean open;
              void pass() throws Exception { while (!open) wait_aroundBody3$advice(this, this, null); }
              void open() { open = true; }
              static final void wait_aroundBody2(Gate g, Object o) throws Exception { o.wait(); }
              static final void wait_aroundBody3$advice(Gate g, Object o, Object c)
                  throws Exception { wait_aroundBody2(g, o); }
            }
            """)
        .deadlock("waits for a signal on the guard app.Gate, which nothing signals");
  }

  @Test
  void shouldFollowACircleOfFour() throws IOException {
    verify(
            CLIENT
                + "regions: {all: [void app.A.*(), void app.B.*(), void app.C.*(), void"
                + " app.D.*()]}",
            """
            class Client { int n; A a; B b; C c; D d; void run() {
              switch (n) { case 0: a.go(); break; case 1: b.go(); break; case 2: c.go(); break;
                default: d.go(); } } }
            class A { B b; int x; void go() { b.note(); } void note() { x++; } }
            class B { C c; int x; void go() { c.note(); } void note() { x++; } }
            class C { D d; int x; void go() { d.note(); } void note() { x++; } }
            class D { A a; int x; void go() { a.note(); } void note() { x++; } }
            """)
        .deadlock("client-4 holds ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"notifyBooted", "tellBooted"})
  void shouldNotTakeAnotherMethodForASignal(String name) throws IOException {
    verify(
            CLIENT + "regions: {gates: [void app.Gate.pass(), void app.Gate.open()]}\n",
            """
            class Client { Gate g; boolean w;
              void run() throws Exception { if (w) g.pass(); else g.open(); } }
            class Gate { boolean open;
              void pass() throws Exception { while (!open) wait(); }
              void open() { open = true; }
              static void boot() { NAME(); }
              static void NAME() { System.out.println("up"); } }
            class Main { public static void main(String[] all) { Gate.boot(); } }
            """
                .replace("NAME", name))
        .deadlock("which nothing signals");
  }

  @Test
  void shouldTakeAWaitWithoutLimitForAWait() throws IOException {
    verify(
            CLIENT + "regions: {gates: [void app.Gate.pass(), void app.Gate.open()]}\n",
            """
            class Client { Gate g; boolean w;
              void run() throws Exception { if (w) g.pass(); else g.open(); } }
            class Gate { boolean open;
              void pass() throws Exception { while (!open) wait(0); }
              void open() { open = true; } }
            """)
        .deadlock("which nothing signals");
  }

  @Test
  void shouldFollowAnObjectThroughAHelper() throws IOException {
    verify(
            CLIENT + "regions: {accounts: void app.Account.*(..)}\n",
            """
            class Client { Account a, b; void run() { a.pay(b); } }
            class Account { int s; void pay(Account o) { s--; Bank.credit(o); } void add() { s++; } }
            class Bank { static void credit(Account o) { o.add(); } }
            """)
        .deadlock("holds the guard of one app.Account and waits for the guard of another");
  }

  @Test
  void shouldTakeEachClassOfAnInterfaceForItself() throws IOException {
    verify(
            CLIENT + "regions: {all: \"void app.Svc+.*(..)\"}\n",
            """
            class Client { Svc a, b; boolean f; void run() { if (f) a.go(); else b.go(); } }
            interface Svc { void go(); void note(); }
            class A implements Svc { Svc o; int x;
              public void go() { H.tell(o); } public void note() { x++; } }
            class B implements Svc { Svc o; int x;
              public void go() { H.tell(o); } public void note() { x++; } }
            class H { static void tell(Svc s) { s.note(); } }
            """)
        .deadlock("holds the guard ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"caller-runs", "block"})
  void shouldLetALoopWaitForAPlace(String whenFull) throws IOException {
    verify(
            """
            stages:
              client: {spawn: void app.Client.run()}
              disk: {hand-off: "void app.Disk.*(..)", model: executor-pool}
            regions: {batches: void app.Batch.*(..)}
            settings:
              cal.model: reactive
              cal.stage.disk.max-in-flight: 1
              cal.stage.disk.when-full: \
            """
                + whenFull
                + "\n",
            """
            class Client { Disk disk; boolean w;
              void run() throws Exception { if (w) disk.write(); else disk.flush(); } }
            class Disk { Batch b;
              void write() throws Exception { b.await(); } void flush() { b.flushed(); } }
            class Batch { boolean f;
              void await() throws Exception { while (!f) wait(); }
              void flushed() { f = true; notifyAll(); } }
            """)
        .deadlock("waits for a signal on the guard app.Batch");
  }

  @Test
  void shouldRunCloseAtTheEndOfAnActivity() throws IOException {
    verify(
            CLIENT + ROOM_REGIONS,
            "class Client implements java.io.Closeable { Room r; Member m;"
                + " void run() { m.leave(); } public void close() { r.post(); } }\n",
            ROOMS)
        .deadlock("enters app.Room.post with the guard app.Room");
  }

  @Test
  void shouldRunTheRefusalOfLateRequests() throws IOException {
    verify(
            """
            stages:
              client:
                spawn: void app.Client.run()
                busy: void app.Client.tooBusy()
                awaits: app.Client.s
                buffer: none
            """
                + ROOM_REGIONS,
            "class Client { Room r; Member m; boolean f; java.net.Socket s; void run() { m.t++; }"
                + " public void tooBusy() { if (f) r.post(); else m.leave(); } }\n",
            ROOMS)
        .deadlock("client-1 begins app.Client.tooBusy");
  }

  @Test
  void shouldFollowCallsThroughClassesOfTheJdk() throws IOException {
    verify(
            CLIENT + ROOM_REGIONS,
            """
            class Client { Room r; Member m; boolean f;
              void run() throws Exception { if (f) r.post(); else m.leave(); } }
            class Room { java.io.OutputStream out; int n;
              void post() throws Exception { out.write(1); } void remove() { n--; } }
            class Tee extends java.io.FilterOutputStream { Member m;
              Tee(java.io.OutputStream o) { super(o); } public void write(int b) { m.tell(); } }
            class Member { Room r; int t; void tell() { t++; } void leave() { r.remove(); } }
            """)
        .deadlock("called at app.Tee.write");
  }

  @ParameterizedTest
  @CsvSource({"0s", "00s", "'0s '", "0ms"})
  void shouldTakeNoDeadlineForNone(String deadline) throws IOException {
    Said said =
        SmallServer.of(folder, JOB, RESULT)
            .verify(
                JOB_STAGES + "settings: {cal.stage.job.thread-pool.size: 2}\n",
                "--set",
                "cal.stage.job.queue-deadline=" + deadline,
                "--set",
                "cal.stage.job.queue-capacity=16 ");
    said.deadlock("waits for a thread of stage=job");
  }

  /** The activity of the paper: {@code proceed} of an object that implements it. */
  @Test
  void shouldKnowTheStageOfAnInstantiation() throws IOException {
    Path activity = Files.createDirectories(folder.resolve("cal/core")).resolve("Activity.java");
    Files.writeString(activity, "package cal.core; public interface Activity {}");
    Said said =
        SmallServer.of(
                folder,
                "class Client implements cal.core.Activity { Gate g;"
                    + " public boolean proceed() { g.pass(); return true; } }\n"
                    + "class Gate { void pass() { try { wait(); } catch (Exception e) { } } }\n")
            .record(
                "binding app.ClientActivities client",
                "  instantiation app.Main.main(Server.java:3) app.Client.new()",
                "regions app.Gates",
                "  region app.Gate.pass(Server.java) Gate.pass(..)")
            .run(List.of("--set", "cal.stage.client.model=thread"));

    said.deadlock("client-1 begins app.Client.proceed");
    assertThat(said.out()).startsWith("stages: client=thread\n");
  }

  /** The monitors of a binary, turned into regions or left to the JVM. */
  @ParameterizedTest
  @ValueSource(strings = {"csp", "monitor"})
  void shouldEnterBlocksThatAreRegions(String policy) throws IOException {
    verify(
            CLIENT
                + "regions: {all: {monitors: [app.A, app.B]}}\nsettings: {cal.synchronization: "
                + policy
                + "}\n",
            """
            class Client { A a; B b; boolean f; void run() { if (f) a.go(b); else b.go(a); } }
            class A { int x; void go(B b) { synchronized (this) { x++; b.note(); } }
              void note() { synchronized (this) { x++; } } }
            class B { int x; void go(A a) { synchronized (this) { x++; a.note(); } x++; }
              synchronized void note() { x++; } }
            """)
        .deadlock(
            "client-1 holds the guard app.A and waits for the guard app.B, held by client-2, at"
                + " app.B.note",
            ", called at app.A.go:3, called at app.Client.run:2\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.note();", "pass(a);", "synchronized (a) { x++; }"})
  void shouldEnterBlocksOfTwoObjects(String call) throws IOException {
    verify(
            CLIENT + "regions: {all: {monitors: app.A}}\n",
            """
            class Client { A a, b; void run() { a.go(b); } }
            class A { int x; void go(A a) { synchronized (this) { CALL } }
              static void pass(A a) { a.note(); }
              void note() { synchronized (this) { x++; } } }
            """
                .replace("CALL", call))
        .deadlock("holds the guard of one app.A and waits for the guard of another app.A");
  }

  /** Data alone says that nobody waits once the result is there. */
  @Test
  void shouldTellThatAConditionMayStayTrue() throws IOException {
    verify(
            "stages: {client: {spawn: void app.Client.run(), model: thread-pool}}\n"
                + RESULT_REGIONS,
            "class Client { Result r; boolean first;"
                + " void run() throws Exception { if (first) r.done(); r.await(); } }\n",
            RESULT)
        .deadlock("\nnot seen: whether a condition stays true once signalled");
  }

  @Test
  void shouldLookAtTheTypeOfTheObject() throws IOException {
    String server =
        """
        class Client { Totals t; void run() { t.count(); } }
        interface Store { void put(); }
        class Mem implements Store { Totals t; public void put() { t.stored(); } }
        class Blocking implements Store { public void put() {} }
        class Totals { FIELD m; int n; void count() { m.put(); } void stored() { n++; } }
        """;
    String file =
        """
        stages:
          client: {spawn: void app.Client.run()}
          store: {hand-off: void app.Store.put(), target: app.Blocking, model: virtual}
        regions: {totals: void app.Totals.*(..)}
        """;

    verify(file, server.replace("FIELD", "Mem")).free();
    verify(file, server.replace("FIELD", "Store")).deadlock("CAL refuses such a wait");
  }
}
