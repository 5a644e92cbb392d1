package cal.weave.verify;

import static cal.weave.verify.SmallServer.CLIENT;

import cal.weave.verify.SmallServer.Said;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions that exclude each other by more than their guard: readers, and keys. */
@Timeout(120)
class PoliciesTest {
  /** A reader that fills what it lacks. */
  private static final String TABLE =
      """
      class Client { Table t; void run() { t.find(); } }
      class Table { int n; int find() { load(); return n; } void load() { n++; } }
      """;

  private static final String TABLES =
      "regions: {tables: {methods: void app.Table.load(), reads: int app.Table.find()}}\n";

  /** Two regions that read and are entered in two orders, and a writer of each. */
  private static final String TWO =
      """
      class Client { A a; B b; int n; void run() {
        switch (n) { case 0: a.see(b); break; case 1: b.see(a); break; case 2: a.set(); break;
          default: b.set(); } } }
      class A { int x; int see(B b) { return b.get(); } int get() { return x; } void set() { x++; } }
      class B { int x; int see(A a) { return a.get(); } int get() { return x; } void set() { x++; } }
      """;

  /** A region with a key, and a log, that are entered in two orders. */
  private static final String LOGGED =
      """
      class Client { Table t; Log l; String k; boolean f;
        void run() { if (f) t.put(PUT, l); else l.flush(t, GET); } }
      class Table { int n; void put(String k, Log l) { l.write(); } int get(String k) { return n; } }
      class Log { int n; void write() { n++; } void flush(Table t, String k) { n -= t.get(k); } }
      """;

  private static final String KEYED =
      """
      regions:
        tables: {methods: "* app.Table.*(..)", key: 1}
        logs: "void app.Log.*(..)"
      """;

  @TempDir private Path folder;

  private Said verify(String file, String source) throws IOException {
    return SmallServer.of(folder, source).verify(CLIENT + file);
  }

  private static String under(String policy) {
    return "settings: {cal.synchronization: " + policy + "}\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "fair-shared", "optimistic"})
  void shouldFindAWriterInsideAReader(String policy) throws IOException {
    verify(TABLES + under(policy), TABLE)
        .deadlock(
            "client-1 holds the guard app.Table and waits for the guard app.Table, held by"
                + " client-1",
            "a region that writes throws IllegalStateException inside one that reads",
            "name the outer method in methods:, and not in reads:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"monitor", "lock"})
  void shouldEnterAgainWhereAReaderIsAsAnyOther(String policy) throws IOException {
    verify(TABLES + under(policy), TABLE).free();
  }

  @Test
  void shouldTakeThePolicyOfTheRegions() throws IOException {
    verify(TABLES + "settings: {cal.regions.tables.synchronization: shared}\n", TABLE)
        .deadlock("inside one that reads");
  }

  private static String two(String more, String policy) {
    return "regions: {all: {reads: [int app.A.*(..), int app.B.*(..)]"
        + more
        + "}}\n"
        + under(policy);
  }

  @Test
  void shouldLetReadersInTogether() throws IOException {
    verify(two("", "shared"), TWO).free();
  }

  @Test
  void shouldLetReadersInTogetherBesideAWriterOfOne() throws IOException {
    verify(two(", methods: void app.A.set()", "shared"), TWO).free();
  }

  @Test
  void shouldKeepReadersBehindWritersThatWait() throws IOException {
    verify(two(", methods: [void app.A.set(), void app.B.set()]", "shared"), TWO)
        .deadlock("waits for the guard app.A, held by ", ", behind client-");
  }

  @Test
  void shouldExcludeReadersUnderAnotherPolicy() throws IOException {
    verify(two("", "monitor"), TWO).deadlock("holds the guard app.A and waits for the guard app.B");
  }

  @Test
  void shouldTakeUnknownKeysForTheSameToo() throws IOException {
    verify(KEYED, LOGGED.replace("PUT", "k").replace("GET", "k"))
        .deadlock(
            "holds one key of tables and waits for the guard app.Log",
            "holds the guard app.Log and waits for one key of tables");
  }

  @Test
  void shouldTakeAKeyForItself() throws IOException {
    verify(KEYED, LOGGED.replace("PUT", "\"a\"").replace("GET", "\"a\""))
        .deadlock("holds one key of tables and waits for the guard app.Log");
  }

  @Test
  void shouldKeepKeysApart() throws IOException {
    verify(KEYED, LOGGED.replace("PUT", "\"a\"").replace("GET", "\"b\"")).free();
  }

  @Test
  void shouldFindARegionOfAnotherKeyInside() throws IOException {
    verify(
            KEYED,
            """
            class Client { Table t; String a, b; void run() { t.move(a, b); } }
            class Table { int n; void move(String from, String to) { put(to); } void put(String k) { n++; } }
            class Log { void write() {} }
            """)
        .deadlock(
            "holds one key of tables and waits for another key of tables",
            "a region of another key throws IllegalStateException inside a region with a key",
            "leave the region of one key before that of another");
  }

  @Test
  void shouldFollowAKeyThatIsPassedOn() throws IOException {
    verify(
            KEYED,
            """
            class Client { Table t; String k; void run() { t.put(k); } }
            class Table { int n; void put(String k) { check(k); n++; } void check(String k) { n--; } }
            class Log { void write() {} }
            """)
        .free();
  }

  @Test
  void shouldReadARecord() throws IOException {
    Said said =
        SmallServer.of(folder, TABLE)
            .record(
                "binding app.ClientActivities client",
                "  spawn app.Main.main(Server.java:1) void app.Client.run()",
                "regions app.TablesSynchronization",
                "  region app.Table.load(Server.java) Table.load(..)",
                "  shared-region app.Table.find(Server.java) Table.find(..)")
            .run(List.of("--set", "cal.regions.tables.synchronization=shared"));
    said.deadlock("inside one that reads");
  }
}
