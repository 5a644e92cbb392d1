package cal.weave.verify;

import static cal.weave.verify.SmallServer.BEGIN;
import static cal.weave.verify.SmallServer.CLIENT;
import static cal.weave.verify.SmallServer.ROOMS;
import static cal.weave.verify.SmallServer.ROOM_REGIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Each input ends in a verdict or a sentence, never in a status that means something else. */
@Timeout(300)
class HostileInputTest {
  private static final String GATE =
      """
      class Gate { boolean o;
        void pass() throws Exception { while (!o) wait(); }
        void open() { o = true; notifyAll(); } }
      """;

  private static final String GATES = CLIENT + "regions: {gates: void app.Gate.*(..)}\n";

  @TempDir private Path folder;

  private SmallServer rooms() throws IOException {
    return SmallServer.of(folder, BEGIN, ROOMS);
  }

  /** Searched until the states are too many. */
  @Tag("measuring")
  @Test
  void shouldFollowManyCallsInARow() throws IOException {
    SmallServer.of(
            folder,
            GATE,
            """
            class Client { Gate g; boolean f; void h() { if (f) g.open(); }
              void run() throws Exception { g.pass(); %s } }
            """
                .formatted("h(); ".repeat(400)))
        .verify(GATES)
        .mistake("the search for deadlocks of 3 activities of a stage was given up after ");
  }

  /** Each branch before a signal has needs of its own. */
  @Test
  void shouldEndWhereManyWaysLeadToASignal() throws IOException {
    String regions =
        IntStream.range(0, 28)
            .mapToObj(
                i ->
                    "class G%d { int x; void in() { x++; } void w() throws Exception { wait(); } }\n"
                        .formatted(i))
            .collect(Collectors.joining());
    String ways =
        IntStream.range(0, 14)
            .mapToObj(i -> "if (f) g%d.in(); else g%d.in(); ".formatted(2 * i, 2 * i + 1))
            .collect(Collectors.joining());
    String fields =
        IntStream.range(0, 28).mapToObj("G%1$d g%1$d; "::formatted).collect(Collectors.joining());
    String waits =
        IntStream.range(0, 28).mapToObj("g%d.w(); "::formatted).collect(Collectors.joining());
    SmallServer.of(
            folder,
            GATE,
            regions,
            "class Client { Gate g; boolean f; %svoid run() throws Exception {".formatted(fields),
            " if (f) { g.pass(); return; } %sg.open(); } void all() throws Exception {"
                .formatted(ways),
            " %s} }\n".formatted(waits))
        .verify(
            """
            stages: {client: {spawn: [void app.Client.run(), void app.Client.all()]}}
            regions: {gates: [void app.Gate.*(..), void app.G*.w(), void app.G*.in()]}
            """)
        .deadlock("which nothing signals");
  }

  @Test
  void shouldNotCallASearchFreeThatWasGivenUp() throws IOException {
    SmallServer server = rooms();
    Path config = Files.writeString(folder.resolve("cal.yaml"), CLIENT + ROOM_REGIONS);
    VerifyCommand command = new VerifyCommand();
    new CommandLine(command).parseArgs("--config", config.toString(), server.classes().toString());

    assertThatThrownBy(() -> command.verify(0))
        .isInstanceOf(WeaveException.class)
        .hasMessageContaining(" was given up after ");
  }

  /** A circle of three behind many others, and a search for three that is too long. */
  @Test
  void shouldTellWhichSearchWasGivenUp() throws IOException {
    SmallServer.of(
            folder,
            GATE,
            """
            class Client { int n; boolean w; A a; B b; C c; Gate g; void run() throws Exception {
              if (w) { g.pass(); return; }
            """,
            "g.open(); ".repeat(130),
            """
              switch (n) { case 0: a.go(); break; case 1: b.go(); break; default: c.go(); } } }
            class A { B b; int x; void go() { b.note(); } void note() { x++; } }
            class B { C c; int x; void go() { c.note(); } void note() { x++; } }
            class C { A a; int x; void go() { a.note(); } void note() { x++; } }
            """)
        .verify(
            CLIENT
                + "regions: {all: [void app.A.*(), void app.B.*(), void app.C.*(),"
                + " void app.Gate.*()]}\n")
        .mistake(
            "the search for deadlocks of 3 activities of a stage was given up after",
            "no deadlock of 2 activities of a stage was found, and no more is known");
  }

  @Test
  void shouldNameADamagedMethod() throws IOException {
    SmallServer server = rooms();
    Path file = server.classes().resolve("app/Client.class");
    byte[] bytes = Files.readAllBytes(file);
    int at = indexOf(bytes, new byte[] {(byte) 0x2a, (byte) 0xb4}); // aload_0, getfield
    bytes[at] = (byte) 0x57; // pop
    Files.write(file, bytes);

    server.verify(CLIENT + ROOM_REGIONS).mistake("app.Client.run cannot be read (", "leave it out");
  }

  private static int indexOf(byte[] all, byte[] part) {
    return IntStream.range(0, all.length - part.length)
        .filter(i -> all[i] == part[0] && all[i + 1] == part[1])
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldNameADamagedRecord() throws IOException {
    rooms()
        .record("binding app.ClientActivities")
        .run(List.of())
        .mistake("has a damaged record: 'binding app.ClientActivities'; build the artifact again");
  }

  @Test
  void shouldNameMalformedSettings() throws IOException {
    SmallServer server = rooms();
    Files.writeString(server.classes().resolve("cal.properties"), "cal.model=\\u00zz\n");

    server.verify(CLIENT + ROOM_REGIONS).mistake("cal.properties is malformed: ");
  }

  @Test
  void shouldNotWriteMoreProcessesThanSpinCanNumber() throws IOException {
    String stages =
        IntStream.range(0, 7)
            .mapToObj(i -> "  s%1$d: {spawn: void app.S%1$d.run()}\n".formatted(i))
            .collect(Collectors.joining("", "stages:\n", ""));
    String classes =
        IntStream.range(0, 6)
            .mapToObj(i -> "class S%d { Gate g; void run() { g.open(); } }\n".formatted(i))
            .collect(Collectors.joining());
    SmallServer.of(
            folder,
            GATE,
            classes,
            "class S6 { Gate g; void run() throws Exception { g.pass(); } }\n")
        .verify(
            stages + "regions: {gates: void app.Gate.*(..)}\n",
            "--model",
            "thread-pool",
            "--promela",
            folder.resolve("model.pml").toString())
        .mistake(
            "--promela: ", "activities are more than the 31 that the model for Spin can number");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(each -> each.endsWith("model.pml"));
    }
  }
}
