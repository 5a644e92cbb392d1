package cal.weave.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check of a server whose loops a file cuts, and whose monitors a file turns into regions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckDeclaredTest {
  private static final String SERVER =
      """
      package app;
      import java.io.*;
      import java.net.*;
      class Server {
        public static void main(String[] args) throws IOException {
          try (ServerSocket server = new ServerSocket(7000)) {
            Box box = new Box();
            while (true) {
              Socket socket = server.accept();
              new Thread(new Connection(socket, box)).start();
            }
          }
        }
        static String read(BufferedReader in, PrintWriter out) throws IOException {
          String all = "";
          for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            all += line;
            out.println();
          }
          return all;
        }
      }
      class Connection implements Runnable {
        private final Socket socket;
        private final Box box;
        Connection(Socket socket, Box box) {
          this.socket = socket;
          this.box = box;
        }
        public void run() {
          try (socket; PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            String line;
            int count = 0;
            while ((line = in.readLine()) != null) {
              box.put(line);
              out.println(++count + box.take());
            }
          } catch (IOException | InterruptedException lost) {
            System.err.println(lost);
          }
        }
      }
      class Box {
        private String last;
        private int taken;
        private final Store store = new Store();
        synchronized void put(String line) throws InterruptedException {
          while (last != null) wait();
          last = line;
          notifyAll();
        }
        String take() throws InterruptedException {
          synchronized (this) {
            while (last == null) wait();
            String one = last;
            last = null;
            taken += store.store(one);
            notifyAll();
            return one;
          }
        }
      }
      class Store {
        int store(String line) { return line.length(); }
      }
      class Greeting {
        Greeting(BufferedReader in, PrintWriter out) throws IOException {
          while (!in.readLine().isEmpty()) out.println();
        }
      }
      class Other {
        void clear(Box box) {
          synchronized (box) { System.out.println(box); }
        }
      }
      class Tally {
        private int one;
        private int two;
        private final java.util.Map<String, Integer> byName = new java.util.HashMap<>();
        void add(String name) { byName.put(name, ++one); }
        int[] both() { return new int[] {one, two}; }
        int named(String name) { return byName.getOrDefault(name, 0); }
        int cleared() { byName.clear(); return one; }
        int counted() { return ++two; }
      }
      """;

  private static final String STAGES =
      """
      stages:
        connection:
          loop: void app.Connection.run()
          step: String java.io.BufferedReader.readLine()
        store: {hand-off: int app.Store.store(String)}
      """;

  private Path folder;
  private Path classes;

  @BeforeAll
  void compile(@TempDir Path shared) throws IOException {
    folder = shared;
    classes = shared.resolve("classes");
    Path source = Files.writeString(folder.resolve("Server.java"), SERVER);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", classes.toString(), source.toString());
    assertThat(status).isZero();
    Files.move(classes.resolve("app/Other.class"), folder.resolve("Other.class"));
  }

  private CommandRun check(String file, String... more) throws IOException {
    Path config = Files.writeString(Files.createTempFile(folder, "cal", ".yaml"), file);
    String[] words = {classes.toString(), "--config", config.toString()};
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return CommandRun.of(all);
  }

  @Test
  void shouldSayHowALoopIsCut() throws IOException {
    CommandRun run = check(STAGES);

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("app.Box.put:", " 3.1 ", " 3.2 ")
        .endsWith(
            "\nloop: app.Connection.run, lines 35 to 37: a step begins with"
                + " java.io.BufferedReader.readLine (line 35) and keeps variable 1 (Socket), out"
                + " (PrintWriter), in (BufferedReader), count (int)\n");
  }

  @Test
  void shouldTakeMonitorsForRegions() throws IOException {
    for (String policy : new String[] {"monitor", "csp"}) {
      CommandRun run =
          check(
              STAGES
                  + "regions: {box: {monitors: app.Box}}\nsettings: {cal.synchronization: "
                  + policy
                  + "}\n");

      assertThat(run.err()).isEmpty();
      assertThat(run.findings())
          .as(run.out())
          .singleElement()
          .asString()
          .matches("app.Box.take:\\d+ 4.1 a critical region hands off app.Store.store; .*");
    }
  }

  @Test
  void shouldNameALockThatIsShared() throws IOException {
    CommandRun run =
        check(
            STAGES + "regions: {box: {monitors: app.Box}}\n",
            folder.resolve("Other.class").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "regions.box.monitors: an object of app.Box is locked in app.Box.",
            ", and by the JVM's monitor in app.Other.clear (line ",
            "; name app.Other as well");
  }

  @Test
  void shouldNameALoopThatIsNotCut() throws IOException {
    CommandRun run = check(STAGES.replace("BufferedReader.readLine", "Reader.read"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("stages.connection.step: String java.io.Reader.read() (at app.Connection.run:");
  }

  /** The lines of a loop that reads and writes, behind a comment of its way. */
  private static List<String> awaited(Path folder, String code) throws IOException {
    String source = "import java.io.*;\nimport java.net.*;\n" + code;
    List<String> lines = ofSource(folder, "Talk", source, "--loops").out().lines().toList();
    assertThat(lines.subList(2, 4)).containsExactly("  talk:", "    loop: void Talk.run()");
    return lines.subList(5, lines.size());
  }

  /** A server that keeps its stream in a field keeps no thread while a client says nothing. */
  @Test
  void shouldWriteWhatAStepAwaits(@TempDir Path other) throws IOException {
    assertThat(
            awaited(
                other,
                """
                class Talk implements Runnable {
                  private final Socket socket;
                  private final InputStream in;
                  Talk(Socket socket) throws IOException {
                    this.socket = socket;
                    this.in = new BufferedInputStream(socket.getInputStream());
                  }
                  public void run() {
                    try (socket) {
                      for (int one = in.read(); one >= 0; one = in.read()) {
                        socket.getOutputStream().write(one);
                      }
                    } catch (IOException lost) {
                      System.err.println(lost);
                    }
                  }
                }
                """))
        .containsExactly("    awaits: Talk.socket", "    buffer: Talk.in");
  }

  /** Its next line may be left in the scanner, which does not tell. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.util.Scanner in = new java.util.Scanner(socket.getInputStream()) | in.nextLine()",
        "ObjectInputStream in = new ObjectInputStream(socket.getInputStream()) | in.readUTF()",
        "DataInput in = new RandomAccessFile(socket.toString(), null) | in.readLine()",
      })
  void shouldNotAwaitBehindABufferThatCannotTell(String made, String read, @TempDir Path other)
      throws IOException {
    assertThat(
            awaited(
                other,
                """
                class Talk implements Runnable {
                  private final Socket socket = new Socket();
                  public void run() {
                    try {
                      %s;
                      while (true) {
                        socket.getOutputStream().write(%s.length());
                      }
                    } catch (IOException lost) {
                      System.err.println(lost);
                    }
                  }
                }
                """
                    .formatted(made, read)))
        .isEmpty();
  }

  /** The only socket of a class may be another than the client's. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class Talk implements Runnable { Socket upstream; ServerSocket all; public void run() {"
            + " try (Socket client = all.accept()) { BufferedReader in = new BufferedReader(new"
            + " InputStreamReader(client.getInputStream())); | in | Talk.upstream or client?",
        "class Talk implements Runnable { Socket upstream; BufferedReader in; Talk(Socket up,"
            + " Reader client) { upstream = up; in = new BufferedReader(client); } public void"
            + " run() { try { | Talk.in | Talk.upstream?",
      })
  void shouldNotGuessTheSocketBeneathABuffer(
      String begin, String buffer, String sockets, @TempDir Path other) throws IOException {
    String code =
        begin
            + """
             String line;
                  while ((line = in.readLine()) != null) {
                    upstream.getOutputStream().write(line.length());
                  }
                } catch (IOException lost) {
                  System.err.println(lost);
                }
              }
            }
            """;
    assertThat(awaited(other, code))
        .containsExactly(
            ("    # not seen: the socket beneath %s; write awaits: with that socket (%s), and"
                    + " buffer: %s")
                .formatted(buffer, sockets, buffer));
  }

  /** The refusal of a late request runs on the thread of the activity, in place of its step. */
  @Test
  void shouldCheckTheRefusalOfLateRequests(@TempDir Path other) throws IOException {
    String source =
        """
        import java.io.*;
        import java.net.*;
        class Busy {
          static int refused;
          private final Socket socket;
          Busy(Socket socket) { this.socket = socket; }
          boolean serve() throws IOException { return socket.getInputStream().read() >= 0; }
          void tooBusy() { refused++; }
        }
        """;
    Path config =
        Files.writeString(
            other.resolve("cal.yaml"),
            """
            stages:
              one:
                spawn: boolean Busy.serve()
                awaits: Busy.socket
                buffer: none
                busy: void Busy.tooBusy()
            """);

    CommandRun run = ofSource(other, "Busy", source, "--config", config.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.findings())
        .as(run.out())
        .singleElement()
        .asString()
        .startsWith("Busy.tooBusy:8 3.5");
  }

  private static CommandRun ofSource(Path folder, String name, String source, String... more)
      throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-d", folder.toString(), file.toString()))
        .isZero();
    String[] words = Arrays.copyOf(more, more.length + 1);
    words[more.length] = folder.toString();
    return CommandRun.of(words);
  }

  /** Its accepting loop goes on to feed a pool, which begins the loops of clients. */
  @Test
  void shouldFindNothingWrongWithItsOwnProposals(@TempDir Path other) throws IOException {
    String source =
        """
        import java.io.*;
        import java.net.*;
        import java.util.*;
        import java.util.concurrent.*;
        class Pooled implements Runnable {
          private final Socket socket;
          Pooled(Socket socket) { this.socket = socket; }
          static void listen(ServerSocket server) throws IOException {
            ExecutorService pool = Executors.newFixedThreadPool(10);
            while (true) {
              Socket socket = server.accept();
              pool.execute(new Pooled(socket));
            }
          }
          public void run() {
            try (socket) {
              Scanner in = new Scanner(socket.getInputStream());
              PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
              while (in.hasNextLine()) {
                out.println(in.nextLine());
              }
            } catch (IOException lost) {
              System.err.println(lost);
            }
          }
        }
        """;
    CommandRun proposals = ofSource(other, "Pooled", source, "--loops");
    assertThat(proposals.out())
        .contains("step: boolean java.util.Scanner.hasNextLine()")
        .doesNotContain("awaits:");
    Path config = Files.writeString(other.resolve("cal.yaml"), proposals.out());

    CommandRun run = CommandRun.of(other.toString(), "--config", config.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.findings()).as(run.out()).isEmpty();
  }

  /** A compiler numbers lambdas, and people count them wrong. */
  @Test
  void shouldNameTheLambdaWithTheLoop(@TempDir Path other) throws IOException {
    String source =
        """
        import java.io.*;
        class Lambdas {
          static void start(BufferedReader in, PrintWriter out) {
            Runnable stats = () -> { for (int i = 0; i < 3; i++) System.out.println(i); };
            stats.run();
            new Thread(() -> {
              try {
                for (String one = in.readLine(); one != null; one = in.readLine()) out.println(one);
              } catch (IOException lost) {
                System.err.println(lost);
              }
            }).start();
          }
        }
        """;
    Path config =
        Files.writeString(
            other.resolve("cal.yaml"),
            """
            stages:
              one:
                loop: void Lambdas.lambda$start$0(..)
                step: String java.io.BufferedReader.readLine()
            """);

    CommandRun run = ofSource(other, "Lambdas", source, "--config", config.toString());

    assertThat(run.err())
        .contains(
            "(at Lambdas.lambda$start$0:4) is in no loop of Lambdas.lambda$start$0; name a call"
                + " there: java.io.PrintStream.println; the call is in a loop of"
                + " Lambdas.lambda$start$1");
  }

  @Test
  void shouldNameTheClassOfALoopThatIsMeant() throws IOException {
    assertThat(check(STAGES.replace("app.Connection.run", "app.Conection.run")).err())
        .contains("is a method of no class that is woven; the nearest class is app.Connection;");
    assertThat(check(STAGES.replace("app.Connection.run", "app.Box.run")).err())
        .contains("app.Box has <init>()void, put(String)void, take()String");
    assertThat(check(STAGES.replace("void app.Connection.run", "run")).err())
        .contains(
            "'run()' names no class; write RESULT TYPE.METHOD(PARAMETERS), such as boolean"
                + " com.acme.Connection.run()");
  }

  @Test
  void shouldWriteTheLinesThatCutLoops() throws IOException {
    CommandRun run = CommandRun.of("--loops", classes.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out().lines())
        .containsExactly(
            "stages:",
            "  # app.Connection.run, lines 35 to 37: a step begins with"
                + " java.io.BufferedReader.readLine (line 35) and keeps variable 1 (Socket), out"
                + " (PrintWriter), in (BufferedReader), count (int)",
            "  connection:",
            "    loop: void app.Connection.run()",
            "    step: java.lang.String java.io.BufferedReader.readLine()",
            "    awaits: app.Connection.socket",
            "    buffer: in",
            "  # app.Server.main, lines 9 to 11: a step begins with java.net.ServerSocket.accept"
                + " (line 9) and keeps server (ServerSocket), box (Box)",
            "  accept:",
            "    loop: void app.Server.main(..)",
            "    step: java.net.Socket java.net.ServerSocket.accept()",
            "# not cut: loop: java.lang.String app.Server.read(..) (at app.Server.read:15) returns"
                + " an answer, so its caller waits for the last step");
    assertThat(check(run.out()).err()).isEmpty();
  }

  /** As the weaving does: a broken promise is a mistake, and a kept one is nothing to tell. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shared | int app.Tally.named(String) | ",
        "shared | int[] app.Tally.both() | ",
        "optimistic | int[] app.Tally.both() | ",
        "monitor | int app.Tally.counted() | regions.tally.reads: app.Tally.counted does more"
            + " than read, since app.Tally.counted:",
        "shared | int app.Tally.cleared() | calls java.util.Map.clear, which may write; name the"
            + " method in methods:",
        "optimistic | int app.Tally.named(String) | regions.tally are under optimistic, which may"
            + " run a method of reads: twice, and app.Tally.named:",
      })
  void shouldProveThatMethodsOnlyRead(String policy, String reads, String sentence)
      throws IOException {
    CommandRun run =
        check(
            STAGES
                + "settings: {cal.regions.tally.synchronization: "
                + policy
                + "}\nregions: {tally: {methods: void app.Tally.add(String), reads: \""
                + reads
                + "\"}}\n");

    assertThat(run.status()).as(run.err()).isEqualTo(sentence == null ? 1 : 2);
    assertThat(run.err()).contains(sentence == null ? "" : sentence);
  }
}
