package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An accept that fails tells the server's own code, and leaves no port that nobody serves. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class FailedAcceptTest {
  /** Its third accept fails, as for want of descriptors; its own main thread is the clients. */
  private static final String SERVER =
      """
      package app;
      import java.io.*;
      import java.net.*;
      public class Server {
        static int accepts;
        static final class Listener extends ServerSocket {
          Listener() throws IOException { super(0, 9, InetAddress.getLoopbackAddress()); }
          @Override public Socket accept() throws IOException {
            Socket made = super.accept();
            if (++accepts == 3) {
              made.close();
              throw new SocketException("Too many open files");
            }
            return made;
          }
        }
        static final boolean CATCHES = Boolean.getBoolean("catches");
        final ServerSocket listener = new Listener();
        Server() throws IOException {}
        boolean accept() throws IOException {
          try {
            new Connection(listener.accept()).serve();
          } catch (SocketException failure) {
            System.out.println("server: " + failure.getMessage());
            if (!CATCHES) throw failure;
          }
          return !listener.isClosed();
        }
        void run() throws IOException { while (accept()) ; }
        public static void main(String[] args) throws Exception {
          Server server = new Server();
          server.run();
          for (int i = 1; i <= 4; i++) {
            try (Socket client = new Socket(server.listener.getInetAddress(),
                server.listener.getLocalPort())) {
              int answer = client.getInputStream().read();
              System.out.println(i + ": " + answer);
              while (i == 3 && !CATCHES && !server.listener.isClosed()) Thread.onSpinWait();
            } catch (IOException refused) {
              System.out.println(i + ": refused");
            }
          }
          server.listener.close();
        }
      }
      class Connection {
        final Socket socket;
        Connection(Socket socket) { this.socket = socket; }
        void serve() throws IOException { try (socket) { socket.getOutputStream().write(7); } }
      }
      """;

  private static final String STAGES =
      """
      stages:
        accept:
          spawn: boolean app.Server.accept()
        connection:
          spawn: void app.Connection.serve()
      """;

  @TempDir private Path folder;

  private Outcome run(String model, boolean catches) throws Exception {
    return new AgentProject(folder)
        .compile("Server", SERVER)
        .runDeclared(STAGES, "cal.model=" + model, "catches=" + catches);
  }

  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive", "thread-pool", "jcsp"})
  void shouldCloseAListenerWithoutAnAcceptor(String model) throws Exception {
    Outcome outcome = run(model, false);

    assertThat(outcome.out())
        .as(outcome.err())
        .contains("1: 7", "2: 7", "server: Too many open files", "3: -1", "4: refused");
    assertThat(outcome.err())
        .containsOnlyOnce("stage=accept: closed ")
        .contains("since its accept failed", "raise ulimit -n");
  }

  @ParameterizedTest
  @ValueSource(strings = "virtual")
  void shouldGoOnWhereTheServerDoes(String model) throws Exception {
    Outcome outcome = run(model, true);

    assertThat(outcome.out())
        .as(outcome.err())
        .contains("1: 7", "2: 7", "server: Too many open files", "3: -1", "4: 7");
    assertThat(outcome.err()).doesNotContain("closed ");
  }
}
