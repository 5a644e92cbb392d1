package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm.Outcome;
import cal.testing.SomeCases;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A try-with-resources around a server that returns at once ends it before anybody has come. */
@Execution(ExecutionMode.CONCURRENT)
class EarlyCloseTest {
  private static final String SERVER =
      """
      package app;
      import java.io.*;
      import java.net.*;
      public class Server implements Closeable {
        final ServerSocket listener = new ServerSocket(0);
        Server() throws IOException {}
        public static void main(String[] args) throws IOException {
          try (Server server = new Server()) { server.run(); }
          System.out.println("main");
        }
        void run() { while (accept()) ; }
        boolean accept() {
          try { listener.accept(); return true; } catch (IOException e) { return false; }
        }
        public void close() throws IOException { listener.close(); }
      }
      """;

  @TempDir private Path folder;

  /** A model of each kind; a server that serves in place is closed when it has served. */
  @SomeCases(of = 4)
  @ParameterizedTest
  @ValueSource(strings = {"thread-pool", "virtual", "reactive", "jcsp"})
  void shouldBeToldOf(String model) throws Exception {
    String stages = "stages: { accept: { spawn: boolean app.Server.accept() } }";

    Outcome outcome =
        new AgentProject(folder)
            .compile("Server", SERVER)
            .runDeclared(stages, "cal.model=" + model);

    assertThat(outcome.out()).isEqualTo("main\n");
    assertThat(outcome.err())
        .contains("is closed at Server.java:15 before the server has served anybody")
        .contains("leave a try (Server server = ...) around it");
  }
}
