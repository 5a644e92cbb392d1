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

/**
 * A stage whose calls proceed in their caller, an accepting activity, as after a switch to {@code
 * sequential}: a drain sees the client that waits there.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class InPlaceDrainTest {
  /** Its own main thread is two clients, the second of them idle at the end. */
  private static final String SERVER =
      """
      package app;
      import java.io.*;
      import java.net.*;
      public class Server {
        final ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        Server() throws IOException {}
        boolean accept() {
          try {
            Connection one = new Connection(listener.accept());
            while (one.serve()) ;
            return true;
          } catch (IOException closed) {
            return !listener.isClosed();
          }
        }
        void run() { while (accept()) ; }
        Socket client() throws IOException {
          Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
          client.getOutputStream().write(7);
          System.out.println(client.getInputStream().read());
          return client;
        }
        public static void main(String[] args) throws Exception {
          Server server = new Server();
          server.run();
          server.client().close();
          Socket idle = server.client();
          System.exit(idle.isConnected() ? 0 : 1);
        }
      }
      class Connection implements AutoCloseable {
        final Socket socket;
        Connection(Socket socket) { this.socket = socket; }
        boolean serve() throws IOException {
          int one = socket.getInputStream().read();
          if (one < 0) { close(); return false; }
          socket.getOutputStream().write(one);
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
          model: sequential
      """;

  @TempDir private Path folder;

  @SomeCases
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "thread-pool", "reactive"})
  void shouldCloseAnIdleClient(String model) throws Exception {
    Outcome outcome =
        new AgentProject(folder)
            .compile("Server", SERVER)
            .runDeclared(STAGES, "cal.model=" + model, "cal.shutdown-timeout=3s");

    assertThat(outcome.out()).as(outcome.err()).isEqualTo("7\n7\n");
    assertThat(outcome.err()).doesNotContain("shutdown-timeout has passed");
    assertThat(outcome.status()).isZero();
  }
}
