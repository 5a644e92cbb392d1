package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import cal.weave.binding.BindingFile;
import cal.weave.support.WeaveException;
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

/** A file of signatures says which input a stage awaits, as a binding could. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AwaitedInputTest {
  /** Sends back lines; its main thread is a client, and says what the runtime's bean lists. */
  private static final String SERVER =
      """
      package app;
      import java.io.*;
      import java.lang.management.ManagementFactory;
      import java.net.*;
      import java.nio.file.*;
      import javax.management.*;
      import javax.management.openmbean.CompositeData;
      public class Server {
        final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Server() throws IOException {}
        void run() throws IOException { while (accept()) ; }
        boolean accept() throws IOException {
          try {
            Socket client = listener.accept();
            if (Boolean.getBoolean("talks")) {
              new Thread(new Talk(client)).start();
              return true;
            }
            Connection one = new Connection(client);
            while (one.serve()) ;
            return true;
          } catch (SocketException closed) {
            return false;
          }
        }
        public static void main(String[] args) throws Exception {
          Server server = new Server();
          server.run();
          try (Socket client = new Socket("127.0.0.1", server.listener.getLocalPort())) {
            BufferedReader in =
                new BufferedReader(new InputStreamReader(client.getInputStream()));
            client.getOutputStream().write("a\\nb\\n".getBytes());
            System.out.println(in.readLine() + in.readLine());
            System.out.println(left());
            client.getOutputStream().write("c\\n".getBytes());
            System.out.println(in.readLine());
          }
          server.listener.close();
        }
        private static String left() throws Exception {
          MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
          ObjectName name = new ObjectName("org.calaspects:type=CalRuntime");
          while (true) {
            if (beans.isRegistered(name)) {
              for (CompositeData stage : (CompositeData[]) beans.getAttribute(name, "Left")) {
                for (CompositeData one : (CompositeData[]) stage.get("longest")) {
                  return stage.get("stage") + " " + stage.get("count") + " " + one.get("activity")
                      + " " + one.get("awaits");
                }
              }
            }
            Thread.yield();
          }
        }
      }
      class Connection implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;
        private final OutputStream out;
        int answered;
        Connection(Socket socket) throws IOException {
          this.socket = socket;
          in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
          out = socket.getOutputStream();
        }
        boolean serve() throws IOException {
          String line = in.readLine();
          if (line == null) {
            close();
            return false;
          }
          answered++;
          out.write((line + "\\n").getBytes());
          return true;
        }
        Connection self() { return this; }
        public void close() throws IOException { socket.close(); }
        public String toString() { return "client"; }
        static class Inner {
          Socket socket;
          void read() throws IOException { socket.getInputStream().read(); }
        }
      }
      class Talk implements Runnable {
        private final Socket client;
        Talk(Socket client) { this.client = client; }
        public void run() {
          try (client) {
            Socket socket = client;
            BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream()));
            OutputStream out = socket.getOutputStream();
            String line;
            while ((line = in.readLine()) != null) {
              out.write((line + "\\n").getBytes());
            }
          } catch (IOException lost) {
            throw new UncheckedIOException(lost);
          }
        }
        public String toString() { return "client"; }
      }
      class Other { Socket socket; int left; void read(InputStream in) throws IOException { in.read(); } }
      """;

  private static final String STAGES =
      """
      stages:
        accept:
          spawn: boolean app.Server.accept()
        connection:
          spawn: boolean app.Connection.serve()
          awaits: %s
          buffer: %s
      """;

  private static final String LOOP =
      """
      stages:
        accept:
          spawn: boolean app.Server.accept()
        talk:
          loop: void app.Talk.run()
          step: String java.io.BufferedReader.readLine()
          awaits: %s
          buffer: %s
      """;

  private AgentProject project;

  @BeforeAll
  void compileTheServer(@TempDir Path folder) {
    project = new AgentProject(folder).compile("Server", SERVER);
  }

  @SomeCases(of = 4)
  @ParameterizedTest
  @CsvSource({
    "connection, app.Connection.socket, app.Connection.in",
    "connection, app.Connection.self().socket, app.Connection.in.ready()",
    "talk, socket, in",
    "talk, app.Talk.client, in",
  })
  void shouldKeepNoThreadWhileClientsAreIdle(String stage, String socket, String buffer)
      throws Exception {
    boolean talks = stage.equals("talk");
    Path file = project.write(socket + ".yaml", (talks ? LOOP : STAGES).formatted(socket, buffer));

    Outcome outcome =
        project.run(
            List.of(),
            "cal.model=reactive",
            "cal.reactive.slow-step=0s", // a busy machine loads classes slowly
            "talks=" + talks,
            "cal.config=" + file);

    assertThat(outcome.out().lines())
        .as(outcome.err())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("ab"),
            line -> assertThat(line).matches(stage + " 1 " + stage + ".client. /127.0.0.1:.*"),
            line -> assertThat(line).isEqualTo("c"));
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith(
            "cal: accept=reactive (-Dcal.model, 1 join point) "
                + stage
                + "=reactive (-Dcal.model, 1 join point, no thread while it awaits input)");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void shouldExplainWhatIsAwaited() throws Exception {
    Path file =
        project.write(
            "explained.yaml", STAGES.formatted("app.Connection.socket", "app.Connection.answered"));

    Outcome outcome =
        project.run(List.of(), "cal.model=reactive", "cal.config=" + file, "cal.doctor=people");

    assertThat(outcome.out())
        .as(outcome.err())
        .contains(
            "model: reactive (-Dcal.model, no thread while it awaits input)",
            "awaits: app.Connection.socket",
            "buffer: app.Connection.answered");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "app.Connection.sokcet | none | cal.yaml: stages.connection.awaits names"
            + " app.Connection.sokcet, and app.Connection has no field sokcet; the nearest there is"
            + " socket",
        "app.Conection.socket | none | awaits names app.Conection.socket, and no class of the class"
            + " path is there; write TYPE.FIELD",
        "app.Connection.self | none | has no field self; the nearest there is self()",
        "app.Connection.self().none() | none | and app.Connection has no method none()",
        "app.Connection.in | none | which is of type java.io.BufferedReader; name a"
            + " java.net.Socket",
        "app.Connection.answered.socket | none | and int has no field socket",
        "app.Connection.socket | app.Connection.out | which is of type java.io.OutputStream, and"
            + " does not tell what is left in it; name an InputStream, a Reader, a number or a"
            + " boolean",
        "app.Connection.socket | app.Other.left | buffer names app.Other.left, and the stage spawns"
            + " calls of app.Connection; name a member of that, or of a type that extends it",
        "app.Connection.Inner.socket | none | and the stage spawns calls of app.Connection",
      })
  void shouldSayWhatIsWrong(String socket, String buffer, String sentence) {
    project.assertRefused(STAGES.formatted(socket, buffer), sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spawn: void a.B.c() | awaits: a.B.in | .awaits says nothing of input that is left: write"
            + " buffer: beside it",
        "spawn: void a.B.c() | buffer: a.B.in | .buffer is for a stage that awaits input; write"
            + " awaits: beside it",
        "hand-off: void a.B.c() | awaits: a.B.in | .awaits is for a stage that spawns",
        "loop: void a.B.c() | {step: void a.B.d(), awaits: socket, buffer: a.B.in} | .buffer: the"
            + " awaited socket is a variable of the loop; name another, or none",
        "spawn: void a.B.c() | {awaits: socket, buffer: none} | 'socket' is no member; write"
            + " TYPE.FIELD",
      })
  void shouldSayWhatIsMissing(String captured, String awaited, String sentence) {
    String more = awaited.replaceAll("[{}]", "").replace(", ", "\n    ");
    String text = "stages:\n  one:\n    " + captured + "\n    " + more;

    assertThatThrownBy(() -> BindingFile.parse("cal.yaml", text))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith("cal.yaml: stages.one")
        .hasMessageContaining(sentence);
  }

  /** A build by the file says the same in its record. */
  @Test
  void shouldBeRecordedByABuild(@TempDir Path folder) throws Exception {
    String stages = STAGES.formatted("app.Connection.socket", "app.Connection.in");
    AjcProject built = AgentProject.built(folder, stages, "app/Server.java", SERVER);

    assertThat(built.captures())
        .containsSubsequence(
            "binding cal.binding.ConnectionActivities connection",
            "awaits app.Connection#socket app.Connection#in");
  }
}
