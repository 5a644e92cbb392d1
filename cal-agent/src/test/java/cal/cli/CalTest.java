package cal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line of the agent's jar alone. */
class CalTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      Cal.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

  @Test
  void shouldTeachByExample() {
    assertThat(line.execute()).isZero();

    assertThat(line.getSubcommands())
        .containsOnlyKeys(
            "models", "new", "run", "advise", "node", "doctor", "check", "verify", "top", "switch");
    assertThat(out.toString())
        .contains("Examples:", "java -jar cal.jar run --model virtual", "java -jar cal.jar top");
  }

  @Test
  void shouldSayWhereTheArgumentsOfJavaStand() {
    assertThat(line.execute("run", "--config", "pom.xml", "-jar", "server.jar")).isEqualTo(2);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "cal: Unknown option: '-jar'; write what java is given after --: java -jar cal.jar run"
                + " ... -- -jar ... (java -jar cal.jar run --help lists the options)");
  }

  /** The nearest option of CAL's is not what the user means. */
  @Test
  void shouldSayWhereAClassPathStands() {
    assertThat(line.execute("doctor", "-cp", "server.jar", "com.acme.Main")).isEqualTo(2);

    assertThat(err.toString())
        .startsWith(
            "cal: Unknown option: '-cp'; write what java is given after --: java -jar cal.jar"
                + " doctor ... -- -cp ... (");
  }

  @Test
  void shouldHelp() {
    assertThat(line.execute(Cal.asked("help"))).isZero();
    assertThat(line.execute(Cal.asked("help", "doctor"))).isZero();

    assertThat(out.toString()).contains("Examples:", "Explains what would run");
  }

  @Test
  void shouldExplainAMistakeInASentence() {
    assertThat(line.execute("run", "--model", "virtual")).isEqualTo(2);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "cal: no server is named; after -- write what java is given"
                + " (java -jar cal.jar run --help lists the options)");
  }

  @Test
  void shouldSayThatANodeNeedsTheClassPathOfItsServer() {
    assertThat(line.execute("node", "--join", "127.0.0.1:5701", "--", "-Xmx1g")).isEqualTo(2);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "cal: no class path is given; after -- write the server's, as -jar server.jar"
                + " (java -jar cal.jar node --help lists the options)");
  }

  @Test
  void shouldStartANodeInPlaceOfTheServer() {
    NodeCommand node = new NodeCommand();
    new CommandLine(node)
        .parseArgs("--join", "10.0.0.5:5701", "--limit", "4", "--", "-Xmx1g", "-jar", woven());

    assertThat(node.java())
        .containsExactly(
            "--sun-misc-unsafe-memory-access=allow",
            "-Dcal.cluster.join=10.0.0.5:5701",
            "-Dcal.cluster.listen=127.0.0.1:0",
            "-Dcal.cluster.limit=4",
            "-Xmx1g",
            "-cp",
            woven(),
            "cal.cluster.Node");
  }

  /** The class path of a server that was woven when it was built. */
  private String woven() {
    try {
      Path record = folder.resolve("META-INF/cal/captures");
      Files.createDirectories(record.getParent());
      Files.writeString(record, "");
      return folder.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldWeaveANodeWhoseServerTheAgentWeaves() {
    assertThat(execute("-cp", "plain.jar")).isEqualTo(2);
    assertThat(err.toString()).as("here is no agent").contains(" weaves nothing, ");
  }

  @Test
  void shouldGiveANodeNoProgramOfTheServer() {
    assertThat(execute("-cp", "server.jar", "com.acme.Server")).isEqualTo(2);
    assertThat(err.toString())
        .contains("com.acme.Server is no option of java, and a node has a program of its own");
    assertThat(execute("-jar", "server.jar", "--port", "7001")).isEqualTo(2);
    assertThat(err.toString()).contains("--port is for the server, after -jar server.jar");
  }

  private int execute(String... java) {
    List<String> all = new ArrayList<>(List.of("node", "--join", "127.0.0.1:5701", "--"));
    all.addAll(List.of(java));
    return line.execute(all.toArray(String[]::new));
  }

  @Test
  void shouldTakeEachSpellingOfAClassPath() {
    NodeCommand node = new NodeCommand();
    new CommandLine(node)
        .parseArgs(
            "--join", "10.0.0.5:5701", "--", "--add-opens", "a/b=c", "--class-path=" + woven());

    assertThat(node.java())
        .endsWith("--add-opens", "a/b=c", "--class-path=" + woven(), "cal.cluster.Node");
  }

  /** Such as the jar that {@code ./cal} runs for other commands; here it is a folder of classes. */
  @Test
  void shouldNotStartAServerByAJarThatIsNoAgent() {
    assertThat(line.execute("advise", "--load", "true", "--", "-jar", "server.jar")).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("cal: ")
        .contains(
            " weaves nothing, since it has no manifest with Premain-Class; give the command to"
                + " ./cal, or to java -jar cal-agent/target/cal.jar")
        .hasLineCount(1);
  }

  @Test
  void shouldListModelsAndThoseOfOtherJars() {
    assertThat(line.execute("models")).isZero();

    assertThat(out.toString().lines())
        .startsWith("sequential     to debug: one client after the other, as without CAL")
        .filteredOn(each -> each.startsWith("cluster "))
        .hasSize(1);
  }

  @Test
  void shouldGuessACommand() {
    assertThat(line.execute("rum", "--model", "virtual")).isEqualTo(2);

    assertThat(err.toString()).contains("'rum'").contains("; did you mean run? (");
  }

  @Test
  void shouldGuessAnOption() {
    assertThat(line.execute("run", "--modle=virtual", "--", "-jar", "server.jar")).isEqualTo(2);

    assertThat(err.toString()).contains("--modle").contains("; did you mean --model? (");
  }

  @Test
  void shouldSayThatACommandIsOfTheRepository() {
    assertThat(line.execute("serve", "upload")).isEqualTo(2);

    assertThat(err.toString())
        .contains(
            "that command needs the sources of CAL: write ./cal serve upload in their folder");
  }
}
