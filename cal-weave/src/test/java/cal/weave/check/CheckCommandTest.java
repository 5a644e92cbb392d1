package cal.weave.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {
  private static final String CORPUS = "target/test-classes/cal/weave/check/corpus";

  @Test
  void shouldSayWhereWhichRuleIsBrokenAndHowToMendIt() {
    CommandRun run = CommandRun.of(CORPUS, "--spawn", "void *..EndlessRecursion.*(int)");

    assertThat(run.out())
        .startsWith(
            "cal.weave.check.corpus.EndlessRecursion.serve:11 1.2 an activity calls itself on every"
                + " path; return true where it calls itself\n")
        .contains("\nfindings: 1, in ", "\nnot seen: 0 lambdas or method references");
    assertThat(run.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "| Missing required parameter: 'PATH'",
        "no-such-folder | no-such-folder does not exist; name class files, folders or jars",
        "pom.xml | cannot read pom.xml: pom.xml is no class file, folder or jar",
        "CORPUS --config none.yaml | none.yaml does not exist; name a file of bindings",
        "CORPUS --spawn serve | 'serve' is no method pattern; write RESULT TYPE.METHOD(PARAMETERS)",
        "CORPUS --spawn void~*..EndlessRecursion.serve() | --spawn 'void"
            + " *..EndlessRecursion.serve()' matches no method of the",
        "CORPUS --spawn void~*..EndlessRecursion.serv() | give the classes that declare it",
      })
  void shouldExplainAMistake(String arguments, String sentence) {
    CommandRun run =
        CommandRun.of(
            Stream.of((arguments == null ? "" : arguments).replace("CORPUS", CORPUS).split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> word.replace('~', ' '))
                .toArray(String[]::new));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(sentence);
    assertThat(run.out()).isEmpty();
  }

  /** Before there is a binding, the check names what a binding may capture. */
  @Test
  void shouldNameCallsThatMayBecomeActivities(@TempDir Path folder) throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Server.java"),
            """
            import java.io.*;
            import java.net.*;
            class Server {
              static void main() throws IOException {
                ServerSocket listener = new ServerSocket(7000);
                while (accept(listener)) ;
              }
              static boolean accept(ServerSocket listener) throws IOException {
                Socket client = listener.accept();
                while (new Server().answer(client)) ;
                return true;
              }
              boolean answer(Socket client) throws IOException {
                client.getOutputStream().write(read(client.getInputStream()));
                return true;
              }
              int read(InputStream in) throws IOException { return in.read(); }
              static void old(ServerSocket listener) throws IOException {
                while (true) {
                  Socket client = listener.accept();
                  new Thread(() -> { try { accept(listener); } catch (IOException e) { }}).start();
                }
              }
              int digits(String text) { int n = 0; while (more(n)) n++; return n; }
              boolean more(int n) { return n < 10; }
            }
            """);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-g", "-d", folder.toString(), source.toString()))
        .isZero();

    CommandRun run = CommandRun.of(folder.toString());

    assertThat(run.out().lines())
        .containsExactly(
            "calls in loops that wait for clients, and may become activities:",
            "  --spawn 'boolean Server.accept(..)'    in Server.main:6",
            "  --spawn 'boolean Server.answer(..)'    in Server.accept:10",
            "loops that wait for clients, to be cut into steps before:",
            "  Server.old:20",
            "check --loops PATH writes the lines of cal.yaml that cut them",
            "docs/moving-a-threaded-server.md cuts loops into steps; docs/first-hour.md has a"
                + " binding");
    for (CommandRun unsaid :
        List.of(run, CommandRun.of(folder.toString(), "--region", "int Server.read(..)"))) {
      assertThat(unsaid.err())
          .startsWith(
              "nothing says what is captured, so nothing was checked: give woven classes with their"
                  + " record (META-INF/cal/captures), or a file of bindings (--config cal.yaml), or"
                  + " --spawn 'boolean server.Connection.serve()'");
      assertThat(unsaid.status()).isEqualTo(2);
    }
    CommandRun next =
        CommandRun.of(
            folder.toString(),
            "--spawn",
            "boolean Server.accept(..)",
            "--spawn",
            "boolean Server.answer(..)");
    assertThat(next.err()).isEmpty();
  }

  @Test
  void shouldTakeWhatIsCapturedFromARecord(@TempDir Path folder) throws IOException {
    Path record = folder.resolve("META-INF/cal/captures");
    Files.createDirectories(record.getParent());
    String server = "cal.weave.check.corpus.HandOffInRegion";
    Files.writeString(
        record,
        """
        binding server.Activities$Connection connection
          pointcut captureOnInvocation call(..)
          spawn a.B.c(B.java:5) void %1$s.serve(%1$s$Store)
          handoff a.B.c(B.java:6) int %1$s$Store.store(int)
        regions server.Synchronization
          region %1$s.count(HandOffInRegion.java) HandOffInRegion.count(..)
        """
            .formatted(server));

    CommandRun run = CommandRun.of(CORPUS, folder.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.findings())
        .singleElement()
        .asString()
        .startsWith(
            server + ".stored:20 4.1 a critical region hands off " + server + ".Store.store;");
  }

  @Test
  void shouldTakeWhatIsCapturedFromAFileOfBindings(@TempDir Path folder) throws IOException {
    String server = "cal.weave.check.corpus.HandOffInRegion";
    Path file =
        Files.writeString(
            folder.resolve("cal.yaml"),
            """
            stages:
              connection:
                spawn: void %1$s.serve(..)
              store:
                hand-off: int %1$s.Store.store(int)
            regions:
              totals: ["!private void %1$s.count(..)"]
            """
                .formatted(server));

    CommandRun run = CommandRun.of(CORPUS, "--config", file.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.findings()).singleElement().asString().contains(".stored:20 4.1 ");
  }

  @Test
  void shouldAskOfStagesThatAFileGivesToAClusterThatTheirCallsTravel(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("cal.yaml");
    for (String settings : List.of("thread sent", "cluster service", "cluster sent")) {
      String[] words = settings.split(" ", 2);
      Files.writeString(
          file,
          """
          stages:
            one:
              spawn: void *..StaysAtHome.serve(..)
            table:
              hand-off: int cal.weave.check.corpus.StaysAtHome.Table.size()
          settings:
            cal.stage.table.model: %s
            cal.stage.table.cluster.target: %s
          """
              .formatted(words[0], words[1]));
      CommandRun run = CommandRun.of(CORPUS, "--config", file.toString());
      assertThat(run.err()).isEmpty();
      assertThat(run.findings().filter(line -> line.contains(" 6.1 ")))
          .as(settings)
          .hasSize(settings.equals("cluster sent") ? 1 : 0);
    }
  }

  @Test
  void shouldNameTheEntryOfAFileThatMeansNoMethod(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("cal.yaml"),
            "stages:\n  one:\n    spawn: void *..EndlessRecursion.srve(int)\n");

    CommandRun run = CommandRun.of(CORPUS, "--config", file.toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("cal.yaml: stages.one.spawn 'void *..EndlessRecursion.srve(int)' matches no");
  }

  @Test
  void shouldRefuseADamagedClassFile(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("A.class"), "no class");

    CommandRun run = CommandRun.of(folder.toString(), "--spawn", "void *.*()");

    assertThat(run.err()).contains("A.class is no class file");
    assertThat(run.status()).isEqualTo(2);
  }
}
