package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import cal.weave.binding.BindingFile;
import cal.weave.support.WeaveException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A file of signatures says which clients only listen, as a binding could: none of them is idle.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ListeningClientTest {
  /** Its main thread is two clients, of which one subscribes; the other is closed when idle. */
  private static final String SERVER =
      """
      package app;
      import java.io.*;
      import java.net.*;
      public class Server {
        final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
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
        Socket ask(int what) throws IOException {
          Socket client = new Socket("127.0.0.1", listener.getLocalPort());
          client.getOutputStream().write(what);
          System.out.println(client.getInputStream().read());
          return client;
        }
        public static void main(String[] args) throws Exception {
          Server server = new Server();
          while (server.accept()) ;
          try (Socket subscribed = server.ask('s'); Socket idle = server.ask('a')) {
            System.out.println("idle " + idle.getInputStream().read());
            subscribed.getOutputStream().write('b');
            System.out.println("listener " + subscribed.getInputStream().read());
          }
          server.listener.close();
        }
      }
      class Connection implements AutoCloseable {
        final Socket socket;
        boolean subscribed;
        Connection(Socket socket) { this.socket = socket; }
        boolean serve() throws IOException {
          int b = socket.getInputStream().read();
          if (b < 0) {
            close();
            return false;
          }
          subscribed |= b == 's';
          socket.getOutputStream().write(b);
          return true;
        }
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
          listens: %s
      """;

  @TempDir private Path folder;

  /** With a thread while it waits, and without. */
  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive"})
  void shouldKeepAClientThatOnlyListens(String model) throws Exception {
    Outcome outcome =
        new AgentProject(folder)
            .compile("Server", SERVER)
            .runDeclared(
                STAGES.formatted("app.Connection.subscribed"),
                "cal.model=" + model,
                "cal.idle-timeout=300ms");

    assertThat(outcome.out().lines())
        .as(outcome.err())
        .containsExactly("115", "97", "idle -1", "listener 98");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void shouldSayThatItIsNoBoolean() {
    new AgentProject(folder)
        .compile("Server", SERVER)
        .assertRefused(
            STAGES.formatted("app.Connection.socket"),
            "cal.yaml: stages.connection.listens names app.Connection.socket, which is of type"
                + " java.net.Socket; name a boolean");
  }

  @Test
  void shouldSayWhatIsMissing() {
    String text = "stages:\n  one:\n    hand-off: void a.B.c()\n    listens: a.B.quiet";

    assertThatThrownBy(() -> BindingFile.parse("cal.yaml", text))
        .isInstanceOf(WeaveException.class)
        .hasMessage(
            "cal.yaml: stages.one.listens is for a stage that spawns; write spawn: beside it");
  }

  /** A build by the file says the same in its record. */
  @Test
  void shouldBeRecordedByABuild() throws Exception {
    String stages = STAGES.formatted("app.Connection.subscribed");
    AjcProject built = AgentProject.built(folder, stages, "app/Server.java", SERVER);

    assertThat(built.captures())
        .containsSubsequence(
            "binding cal.binding.ConnectionActivities connection",
            "listens app.Connection#subscribed");
  }
}
