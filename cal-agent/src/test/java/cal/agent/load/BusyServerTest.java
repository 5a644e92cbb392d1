package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm.Outcome;
import cal.weave.binding.BindingFile;
import cal.weave.support.WeaveException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of signatures names the server's refusal of late requests, as a binding could. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class BusyServerTest {
  /**
   * Its main thread is the given number of clients, of which each tenth is of a higher rank: they
   * ask together, until somebody is refused, and once more.
   */
  private static final String SERVER =
      """
      package app;
      import java.io.*;
      import java.net.*;
      import java.util.*;
      public class Server {
        final ServerSocket listener = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        Server() throws IOException {}
        boolean accept() throws IOException {
          try {
            Connection one = new Connection(listener.accept());
            while (one.serve()) ;
            return true;
          } catch (SocketException closed) {
            return false;
          }
        }
        public static void main(String[] args) throws Exception {
          Server server = new Server();
          new Thread(() -> {
            try {
              while (server.accept()) ;
            } catch (IOException lost) {
              System.out.println(lost);
            }
          }).start();
          int number = Integer.parseInt(System.getProperty("clients"));
          List<Socket> clients = new ArrayList<>();
          for (int i = 0; i < number; i++) {
            clients.add(new Socket("127.0.0.1", server.listener.getLocalPort()));
          }
          Set<String> answers = new TreeSet<>();
          long end = System.nanoTime() + 60_000_000_000L;
          boolean over = false;
          while (!over) {
            over = answers.contains("refused 0") || System.nanoTime() - end > 0 || number == 1;
            for (int i = 0; i < number; i++) {
              clients.get(i).getOutputStream().write(i % 10 == 9 ? 1 : 0);
            }
            for (int i = 0; i < number; i++) {
              int answer = clients.get(i).getInputStream().read();
              answers.add((answer == 'b' ? "refused " : "served ") + (i % 10 == 9 ? 1 : 0));
            }
          }
          System.out.println(answers);
          server.listener.close();
          for (Socket one : clients) {
            one.close();
          }
        }
      }
      class Connection implements AutoCloseable {
        private static final long TURNS = 100_000;
        private static final long A_MILLI;
        static volatile long worked;
        static {
          long least = Long.MAX_VALUE;
          for (int i = 0; i < 50; i++) {
            long began = System.nanoTime();
            worked = work(TURNS);
            least = Math.min(least, System.nanoTime() - began);
          }
          A_MILLI = TURNS * 1_000_000 / least;
        }
        final Socket socket;
        int rank;
        Connection(Socket socket) { this.socket = socket; }
        boolean serve() throws IOException {
          rank = socket.getInputStream().read();
          if (rank >= 0) {
            worked = work(5 * A_MILLI);
          }
          return answer('a');
        }
        private static long work(long turns) {
          long x = turns;
          for (long i = 0; i < turns; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
          }
          return x;
        }
        private boolean answer(int what) throws IOException {
          if (rank < 0) {
            close();
            return false;
          }
          socket.getOutputStream().write(what);
          return true;
        }
        void tooBusy() throws IOException {
          rank = socket.getInputStream().read();
          answer('b');
        }
        int rank() { return rank; }
        public void close() throws IOException { socket.close(); }
      }
      """;

  private static final String STAGES =
      """
      stages:
        accept:
          spawn: boolean app.Server.accept()
        connection:
          spawn: boolean app.Connection.serve()
          awaits: app.Connection.socket
          buffer: none
          busy: void app.Connection.tooBusy()
          priority: int app.Connection.rank()
      """;

  @TempDir private Path folder;

  private Outcome run(String stages, String model, int clients) throws Exception {
    return new AgentProject(folder)
        .compile("Server", SERVER)
        .runDeclared(
            stages,
            "clients=" + clients,
            "cal.model=" + model,
            "cal.thread-pool.size=" + (clients + 1)); // none is closed in favour of another
  }

  /**
   * They ask for more than a second's work at a time, and again once it is done. Beside other
   * processes even the higher rank may be late.
   */
  @Tag("measuring")
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive", "thread-pool"})
  void shouldRefuseWhatIsLateAndOfTheLowestRank(String model) throws Exception {
    Outcome outcome = run(STAGES, model, 500);

    assertThat(outcome.out()).as(outcome.err()).contains("refused 0", "served 1");
    assertThat(outcome.err()).contains("busy: connection[", "more requests come than the stage");
  }

  @Test
  void shouldSayThatACallInItsCallerIsNeverLate() throws Exception {
    Outcome outcome = run(STAGES, "sequential", 1);

    assertThat(outcome.out()).as(outcome.err()).isEqualTo("[served 0]\n");
    assertThat(outcome.err())
        .containsOnlyOnce(
            "stage=connection model=sequential: busy is never called, since each call runs in its"
                + " caller; choose another model to refuse late requests");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "busy: void app.Connection.tooBusy() | busy: void app.Connection.rank() | busy names"
            + " app.Connection.rank(), which is of type int; a refusal returns void",
        "priority: int app.Connection.rank() | priority: int app.Connection.tooBusy() | priority"
            + " names app.Connection.tooBusy(), which is of type void; a rank is an int",
        "busy: void app.Connection.tooBusy() | busy: void app.Connection.toBusy() | busy names"
            + " app.Connection.toBusy(), and app.Connection has no method toBusy(); the nearest"
            + " there is tooBusy()"
      })
  void shouldSayThatItIsNoSuchMethod(String right, String wrong, String sentence) {
    new AgentProject(folder)
        .compile("Server", SERVER)
        .assertRefused(STAGES.replace(right, wrong), "cal.yaml: stages.connection." + sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "busy: a.B.busy() | stages.one.busy: 'a.B.busy()' is no such method; write void"
            + " TYPE.METHOD(), such as void com.acme.Connection.tooBusy()",
        "busy: void a.B.busy | stages.one.busy: 'void a.B.busy' is no such method; write void"
            + " TYPE.METHOD(), such as void com.acme.Connection.tooBusy()",
        "busy: void a.B.busy() | stages.one.busy refuses requests that have waited; write awaits:"
            + " and buffer: beside it, the socket they come from",
        "priority: int a.B.rank() | stages.one.priority ranks what is refused; write busy: beside"
            + " it, the refusal"
      })
  void shouldSayWhatIsWrongOrMissing(String line, String sentence) {
    String beside = sentence.contains("no such") ? "    awaits: a.B.in\n    buffer: none\n" : "";
    String text = "stages:\n  one:\n    spawn: void a.B.c()\n" + beside + "    " + line;

    assertThatThrownBy(() -> BindingFile.parse("cal.yaml", text))
        .isInstanceOf(WeaveException.class)
        .hasMessage("cal.yaml: " + sentence);
  }

  /** A build by the file says the same in its record. */
  @Test
  void shouldBeRecordedByABuild() throws Exception {
    AjcProject built = AgentProject.built(folder, STAGES, "app/Server.java", SERVER);

    assertThat(built.captures())
        .containsSubsequence(
            "binding cal.binding.ConnectionActivities connection",
            "busy app.Connection#tooBusy()",
            "priority app.Connection#rank()");
  }

  /** In Java, a binding without the socket could refuse nothing. */
  @Test
  void shouldStopWhereABindingNamesNoSocket() throws Exception {
    AgentProject project = new AgentProject(folder).compile("Server", SERVER);
    Path bindings =
        project.compileBinding(
            """
            package app;
            aspect Clients extends cal.core.ActivityCapture {
              protected pointcut captureOnInvocation(): call(boolean Connection.serve());
              protected void busy(Object target) {}
            }
            """);

    Outcome outcome = project.run(List.of(bindings), "clients=1", "cal.model=virtual");

    AgentProject.assertStopped(
        outcome,
        "binding app.Clients names a refusal of late requests, busy(Object), and not the socket of"
            + " the requests; override awaits(Object) of a binding that spawns (in cal.yaml:"
            + " awaits and buffer beside spawn)");
  }
}
