package cal.agent.top;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.CalRuntime;
import cal.core.contract.ChildJvm;
import cal.core.spi.ActivityScheduler.LeftStatus;
import cal.core.spi.ActivityScheduler.MemberStatus;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.StageStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import picocli.CommandLine;

/** The view of another JVM. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class TopCommandTest {
  /** An attempt to attach to a process that is no JVM lasts that long. */
  @BeforeAll
  static void waitLess() {
    System.setProperty("sun.tools.attach.attachTimeout", "300");
  }

  private static final String SHORTEST = "0.1";

  private Process server;

  private record Run(int status, String out, String err) {}

  private static Run top(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = command(out, err);
    command.setDefaultValueProvider(
        option -> option.paramLabel().equals("N") ? SHORTEST : null); // between two looks
    return new Run(command.execute(arguments), out.toString(), err.toString());
  }

  private static CommandLine command(StringWriter out, StringWriter err) {
    return new CommandLine(new TopCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
  }

  /** A process that shows a runtime of two stages, or none, and ends with its input. */
  static final class Server {
    private Server() {}

    public static void main(String[] arguments) throws Exception {
      try (CalRuntime runtime = CalRuntime.of(Map.of("cal.model", "virtual"), List.of("a", "b"))) {
        runtime.open("a");
        runtime.open("b");
        if (arguments[0].equals("late")) {
          System.out.println("ready");
          while (!isAwaited()) {
            Thread.onSpinWait();
          }
        }
        if (!arguments[0].equals("hidden")) {
          ManagementFactory.getPlatformMBeanServer()
              .registerMBean(
                  arguments[0].equals("left") ? new Left(runtime) : runtime,
                  new ObjectName(CalRuntimeMXBean.NAME));
        }
        System.out.println("ready");
        System.in.read();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
          if (thread.getName().equals("cal-top")) {
            thread.join(60_000);
          }
        }
        System.out.println(Thread.getAllStackTraces().keySet());
      }
    }
  }

  /** Whether somebody looks already. */
  private static boolean isAwaited() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().equals("cal-top")
                    && thread.getState() == Thread.State.TIMED_WAITING);
  }

  /** A runtime one stage of which has activities without threads. */
  private static final class Left implements CalRuntimeMXBean {
    private final CalRuntime runtime;

    Left(CalRuntime runtime) {
      this.runtime = runtime;
    }

    @Override
    public List<StageStatus> getStages() {
      return runtime.getStages();
    }

    @Override
    public List<String> change(List<String> settings) {
      return runtime.change(settings);
    }

    @Override
    public List<LeftStatus> getLeft() {
      LeftStatus.Wait one = new LeftStatus.Wait("b[" + "x".repeat(2000), "/127.0.0.1:9", 12);
      return List.of(new LeftStatus("a", 0, List.of()), new LeftStatus("b", 70, List.of(one, one)));
    }

    @Override
    public List<ReadAheadStatus> getReadAhead() {
      return runtime.getReadAhead();
    }

    @Override
    public List<MemberStatus> getMembers() {
      return List.of(new MemberStatus("10.0.0.6:5701", 2, 4, 318, 1));
    }

    @Override
    public List<HangStatus> getHangs() {
      return List.of(new HangStatus("b[\u001b] waits for c", 7, "stacks", true));
    }
  }

  @Test
  void shouldShowWhatARunningServerHasLeft() throws Exception {
    server("left");
    Run once = look();

    String wait = "      12 s  input of /127.0.0.1:9 for b[" + "x".repeat(998);
    assertThat(once.out().lines().skip(3))
        .as(once.err())
        .containsExactly(
            "a: 0 of the active await input and have no thread",
            "b: 70 of the active await input and have no thread",
            wait,
            wait,
            "member 10.0.0.6:5701: 2 of 4 calls under way, 318 answered, 1 lost",
            "hangs for 7 s: b[?] waits for c");
  }

  private void server(String how) throws Exception {
    server(how, "-XX:+EnableDynamicAgentLoading");
  }

  private void server(String how, String option) throws Exception {
    server = ChildJvm.of(List.of(option), Server.class, how).start();
    assertThat(server.inputReader().readLine()).isEqualTo("ready");
  }

  @AfterEach
  void endTheServer() throws Exception {
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  /** One look at the server. */
  private Run look() {
    return top("--pid", String.valueOf(server.pid()), "--once");
  }

  @Test
  void shouldShowTheStagesOfARunningServer() throws Exception {
    server("shown");
    String pid = String.valueOf(server.pid());

    Run once = top("--pid", pid, "--once");
    assertThat(once.err()).isEmpty();
    assertThat(once.status()).isZero();
    assertThat(once.out().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "stage model active queued limit captured completed failed rejected shed steps/s",
            "a virtual 0 0 16384 0 0 0 0 0 0",
            "b virtual 0 0 16384 0 0 0 0 0 0");

    Run json = top("--pid", pid, "--json");
    assertThat(json.status()).isZero();
    assertThat(json.out().strip())
        .isEqualTo(
            "{\"pid\":"
                + pid
                + ",\"stages\":[{\"stage\":\"a\",\"model\":\"virtual\",\"captured\":0,\"active\":0,"
                + "\"queued\":0,\"rejected\":0,\"failed\":0,\"completed\":0,\"steps\":0,\"limit\":16384,\"shed\":0},"
                + "{\"stage\":\"b\",\"model\":\"virtual\",\"captured\":0,\"active\":0,"
                + "\"queued\":0,\"rejected\":0,\"failed\":0,\"completed\":0,\"steps\":0,\"limit\":16384,\"shed\":0}],"
                + "\"readAhead\":[],\"left\":[],\"members\":[],\"hangs\":[]}");
  }

  private Run change(String... more) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of("--pid", String.valueOf(server.pid())));
    arguments.addAll(List.of(more));
    int status =
        new CommandLine(new SwitchCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    return new Run(status, out.toString(), err.toString());
  }

  @Test
  void shouldGiveARunningServerAnotherModel() throws Exception {
    server("shown");
    Run all = change("--model", "thread-pool", "--set", "cal.thread-pool.size=3");
    assertThat(all.err()).isEmpty();
    assertThat(all.out().lines())
        .containsExactly(
            "stage=a: virtual -> thread-pool (switched by an operator)",
            "stage=a: thread-pool.size=100 -> 3 (switched by an operator)",
            "stage=b: virtual -> thread-pool (switched by an operator)",
            "stage=b: thread-pool.size=100 -> 3 (switched by an operator)");

    Run one = change("--stage", "b", "--model", "thread");
    assertThat(one.out()).isEqualTo("stage=b: thread-pool -> thread (switched by an operator)\n");

    Run limit = change("--set", "cal.stage.a.max-in-flight=7");
    assertThat(limit.out())
        .isEqualTo("stage=a: max-in-flight=16384 -> 7 (switched by an operator)\n");
    assertThat(change("--stage", "a", "--set", "cal.max-in-flight=7").out())
        .isEqualTo("no stage changes by this: cal.stage.a.max-in-flight=7\n");
    assertThat(look().out().lines().skip(1))
        .map(line -> line.replaceAll(" +", " "))
        .containsExactly("a thread-pool 0 0 7 0 0 0 0 0 0", "b thread 0 0 16384 0 0 0 0 0 0");
  }

  @Test
  void shouldSayWhyNothingIsChanged() throws Exception {
    server("shown");
    assertThat(change("--model", "virtul").err())
        .startsWith("cal: model virtul (switched by an operator) is not on the class path; did")
        .hasLineCount(1);
    assertThat(change("--stage", "c", "--model", "thread").err())
        .startsWith("cal: unknown setting cal.stage.c.model=thread (switched by an operator)")
        .hasLineCount(1);
    assertThat(change("--set", "cal.reactive.transport=nio"))
        .isEqualTo(
            new Run(
                2,
                "",
                "cal: cal.reactive.transport is read once, at the start; start the server with"
                    + " it\n"));
    assertThat(change().err()).startsWith("nothing is to change; give --model");
    assertThat(change("--stage", "a").err())
        .startsWith("nothing is to change; give --model, or --set");
    assertThat(change("--stage", "a", "--set", "cal.reactive.transport=nio").err())
        .contains("is for one stage, but stages share this; set cal.reactive.transport")
        .hasLineCount(1);
    assertThat(look().out())
        .as("all as it was")
        .containsPattern("a +virtual")
        .containsPattern("b +virtual");
  }

  /** A port that the JDK's own management agent opens stays so for as long as the server lives. */
  @Test
  void shouldLeaveNothingOpen() throws Exception {
    server("shown");
    assertThat(look().status()).isZero();

    server.outputWriter().close();

    assertThat(server.inputReader().readLine()).contains("main").doesNotContain("RMI", "cal-top");
  }

  @Test
  void shouldSayThatAgentsAreSwitchedOff() throws Exception {
    server("shown", "-XX:-EnableDynamicAgentLoading");
    Run run = look();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be attached to", "agents switched off").hasLineCount(1);
  }

  /** Ends a process once something was written. */
  private static final class Ending extends StringWriter {
    private final Process process;

    Ending(Process process) {
      this.process = process;
    }

    @Override
    public void flush() {
      process.destroyForcibly();
    }
  }

  @Test
  void shouldGoOnUntilTheServerEnds() throws Exception {
    server("shown");
    StringWriter out = new Ending(server);
    StringWriter err = new StringWriter();

    int status =
        command(out, err).execute("--pid", String.valueOf(server.pid()), "--seconds", "0.1");

    assertThat(out.toString()).contains("virtual");
    assertThat(err.toString()).isEqualTo("cal: process " + server.pid() + " has ended\n");
    assertThat(status).isZero();
  }

  @Test
  void shouldAwaitARuntimeThatHasJustBegun() throws Exception {
    server("late");
    assertThat(look().err()).isEmpty();
  }

  @Test
  void shouldSayThatThereIsNoCal() throws Exception {
    server("hidden");
    Run run = top("--pid", String.valueOf(server.pid()));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "cal: process "
                + server.pid()
                + " runs nothing of CAL, or has not begun to: it has no bean "
                + CalRuntimeMXBean.NAME
                + "\n");
  }

  @Test
  void shouldSayThatAProcessIsGone() throws Exception {
    server("hidden");
    server.destroyForcibly().waitFor();

    Run run = look();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo("cal: no process has the id " + server.pid() + "; jps lists those of Java\n");
  }

  /** A program of the system, and no JVM. */
  @Test
  void shouldSayThatAProcessCannotBeAttachedTo() throws Exception {
    server = new ProcessBuilder("cat").start();
    Run run = look();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("cal: process " + server.pid() + " cannot be attached to (")
        .hasLineCount(1);
  }

  @Test
  void shouldSayThatAttachingIsSwitchedOff() throws Exception {
    Run run = top("--pid", String.valueOf(ProcessHandle.current().pid()), "--once");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be attached to").hasLineCount(1);
  }

  /** To see it done takes two users; bench's OperatedServerTest does where it can. */
  @Test
  void shouldSayWhoseProcessItIs() {
    Optional<String> me = Optional.of("me");

    assertThat(RunningServer.refusal(7, "denied", Optional.of("www"), me))
        .isEqualTo(
            "process 7 is of user www, and a JVM lets only its own user look into it; run this as"
                + " that user (sudo -u www)");
    assertThat(RunningServer.refusal(7, "denied", me, me)).contains(" (denied); it must be a JVM");
    assertThat(RunningServer.refusal(7, "denied", Optional.empty(), me)).contains("(denied)");
  }

  @Test
  void shouldMindItsInterval() {
    assertThat(top("--pid", "1", "--seconds", "NaN").status()).isEqualTo(2);
  }

  @Test
  void shouldShowTheStepsSinceTheLastLook() {
    StageStatus before = new StageStatus("a", "thread", 10, 1, 0, 0, 0, 9, 70, 100, 0);
    StageStatus now = new StageStatus("a", "thread", 40, 1, 0, 0, 0, 39, 100, 100, 0);

    assertThat(
            new StageTable(List.of(now), List.of(), List.of(), List.of(), List.of())
                .text(List.of(before), 2)
                .lines()
                .toList()
                .getLast())
        .endsWith(" 15");
  }

  @Test
  void shouldShowWhatIsKeptOfInputThatNobodyAskedFor() {
    StageTable table =
        new StageTable(
            List.of(),
            List.of(new ReadAheadStatus("loops", 7, 1000)),
            List.of(),
            List.of(),
            List.of());

    assertThat(table.text(List.of(), 1).lines().toList().getLast())
        .isEqualTo("read ahead by loops: 7 of 1000 bytes");
    assertThat(table.json(1))
        .isEqualTo(
            "{\"pid\":1,\"stages\":[],"
                + "\"readAhead\":[{\"reader\":\"loops\",\"bytes\":7,\"limit\":1000}],\"left\":[],"
                + "\"members\":[],\"hangs\":[]}");
  }

  /** The name has what a client may choose. */
  @Test
  void shouldShowWhatHasNoThread() {
    LeftStatus.Wait wait = new LeftStatus.Wait("c[\"\u001b\"]", "/127.0.0.1:9", 12);
    StageTable table =
        new StageTable(
            List.of(),
            List.of(),
            List.of(new LeftStatus("c", 3, List.of(wait))),
            List.of(),
            List.of());

    assertThat(table.text(List.of(), 1).lines().skip(1))
        .containsExactly(
            "c: 3 of the active await input and have no thread",
            "      12 s  input of /127.0.0.1:9 for c[\"?\"]");
    assertThat(table.json(1))
        .endsWith(
            "\"left\":[{\"stage\":\"c\",\"count\":3,\"longest\":[{\"activity\":\"c[\\\"\\u001b\\\"]\","
                + "\"awaits\":\"/127.0.0.1:9\",\"seconds\":12}]}],\"members\":[],\"hangs\":[]}");
  }
}
