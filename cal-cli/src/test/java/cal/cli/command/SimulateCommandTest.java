package cal.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import acme.AssumingClients;
import acme.Counting;
import acme.CountingClients;
import cal.cli.simulate.JavaWords;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A server's bug is found by a command, and found again by the command that it prints. */
class SimulateCommandTest {
  private static final Pattern REPLAY =
      Pattern.compile("replay: \\./cal simulate (--seed \\d+ .*)");

  @TempDir private Path folder;

  private record Told(int status, String text) {}

  private static Told simulate(List<String> words) {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new SimulateCommand());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(out, true));
    line.setExecutionExceptionHandler( // as of ./cal
        (failure, command, result) -> {
          if (failure instanceof CommandLine.IExitCodeGenerator known) {
            command.getErr().println(failure.getMessage());
            return known.getExitCode();
          }
          throw failure;
        });
    return new Told(line.execute(words.toArray(String[]::new)), out.toString());
  }

  private static Told simulate(String... options) {
    List<String> words = new ArrayList<>(List.of("--clients", CountingClients.class.getName()));
    words.addAll(List.of(options));
    String classes = Counting.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    words.addAll(List.of("--", "-cp", classes, Counting.class.getName(), "7000"));
    return simulate(words);
  }

  @Test
  void shouldFindABugAndReplayIt() {
    Told found = simulate("--seeds", "200");
    assertThat(found.status()).as(found.text()).isEqualTo(1);
    assertThat(found.text())
        .containsPattern("seed \\d+ fails: java.lang.AssertionError: counted 1\\d of 16")
        .containsPattern("\\d+ of \\d+ preemptions and \\d+ of \\d+ choices of a thread are enough")
        .contains("goes on at acme.Counting", "stopped at acme.Counting");
    Matcher replay = REPLAY.matcher(found.text());
    assertThat(replay.find()).as(found.text()).isTrue();
    Told again = simulate(List.of(replay.group(1).split(" ")));
    assertThat(again.status()).isEqualTo(1);
    assertThat(again.text().lines().findFirst()).isEqualTo(found.text().lines().findFirst());
  }

  @Test
  void shouldPlanFaults() throws Exception {
    Path plan =
        Files.writeString(
            folder.resolve("plan.yaml"), "connections: {2: {reset-after: 2, to: server}}\n");
    Told told = simulate("--seeds", "1", "--faults", plan.toString());
    assertThat(told.status()).isEqualTo(1);
    assertThat(told.text()).contains("Connection reset");
  }

  @Test
  void shouldPlanACrash() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), "crash: {after-millis: 6}\n");
    Told told = simulate("--seeds", "1", "--faults", plan.toString());
    assertThat(told.status()).as(told.text()).isEqualTo(1);
    assertThat(told.text()).containsAnyOf("Connection re", "counted");
  }

  @Test
  void shouldTellThatNothingWasSimulated() {
    String classes = Counting.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    Told told =
        simulate(
            List.of(
                "--seeds",
                "2",
                "--clients",
                AssumingClients.class.getName(),
                "--",
                "-cp",
                classes,
                Counting.class.getName(),
                "7000"));
    assertThat(told.status()).as(told.text()).isEqualTo(2);
    assertThat(told.text()).contains("nothing was simulated").contains("no such network");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "crash: {time: 3} | crash.time is unknown; the keys are times, after-millis, down-millis",
        "resets: {onein: 3} | resets.onein is unknown; the keys are one-in, within",
        "connections: {1: reset} | connections.1: reset is no mapping",
        "delay-millis: slow | delay-millis: slow is no whole number",
        "delay-millis: 5000 | the network: resetOneIn=0 and refuseOneIn=0 are 0 or more,"
            + " resetWithin=64 and buffer=65536 1 or more, a delay of 5000 ms from 1 to 2147",
        "[] | no mapping, as in resets: {one-in: 3}",
        "connections: {1: {reset-after: 2, to: cleint}} | connections.1.to: cleint is neither"
            + " server nor client",
        "connections: {0: refused} | connections: 0 is no whole number from 1",
        "partitions: [{port: 7000, from-millis: 1}] | partitions.until-millis: null is no whole"
            + " number from 1",
        "resets: {one-in: 2.5} | resets.one-in: 2.5 is no whole number from 0",
      })
  void shouldNameAMistakeInThePlan(String text, String words) throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), text);
    Told told = simulate("--faults", plan.toString());
    assertThat(told.status()).isEqualTo(2);
    assertThat(told.text()).contains("--faults=" + plan + ": " + words);
  }

  @Test
  void shouldTakeAPlanWithEmptyKeys() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), "resets:\nrefusals:\n");
    Told told = simulate("--seed", "1", "--packages", "none", "--faults", plan.toString());
    assertThat(told.status()).as(told.text()).isZero();
  }

  @Test
  void shouldNameClientsThatAreNotThere() {
    String classes = Counting.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    Told told =
        simulate(
            List.of("--clients", "acme.Cleints", "--", "-cp", classes, Counting.class.getName()));
    assertThat(told.status()).isEqualTo(2);
    assertThat(told.text()).contains("--clients=acme.Cleints: acme.Cleints is no class on");
  }

  @Test
  void shouldLookIntoTheJarsOfAFolder() {
    Told told =
        simulate(List.of("--clients", "acme.Clients", "--", "-cp", folder + "/*", "acme.Server"));
    assertThat(told.status()).isEqualTo(2);
    assertThat(told.text()).contains("the server: acme.Server is no class on the class path");
  }

  @Test
  void shouldTakeTheOptionsOfJava() {
    JavaWords words =
        JavaWords.of(
            List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED", "-cp", "a.jar", "acme.A"));
    assertThat(words.main()).isEqualTo("acme.A");
    assertThat(words.java()).containsExactly("--add-opens", "java.base/java.lang=ALL-UNNAMED");
  }

  @Test
  void shouldWantAServer() {
    assertThat(simulate(List.of("--clients", "acme.Clients")).text())
        .contains("name the server after --");
    assertThat(simulate("--model", "reactive").text())
        .contains("the server is not woven; name its bindings by --config");
  }
}
