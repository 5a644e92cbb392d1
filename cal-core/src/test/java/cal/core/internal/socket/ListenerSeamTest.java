package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a woven server's listening sockets, in its own JVM. */
class ListenerSeamTest {
  /**
   * Main returns at once; a daemon says whether a thread keeps the JVM then, and does as it is
   * told: ends the JVM, closes the listener, or waits for an end that comes by itself.
   */
  private static final String MAIN =
      """
      package app;
      import java.net.*;
      import java.util.concurrent.CountDownLatch;
      public class Main {
        static final CountDownLatch accepting = new CountDownLatch(1);
        static ServerSocket listener;
        public static void main(String[] args) throws Exception {
          Thread main = Thread.currentThread();
          Thread daemon = new Thread(() -> after(main, args[0]));
          daemon.setDaemon(true);
          OPENING
          new Server().CAPTURED();
          daemon.start();
        }
        static void after(Thread main, String then) {
          try {
            main.join();
            if (!then.equals("wait")) {
              System.out.println(isKept() ? "a thread keeps the JVM" : "none keeps it");
              if (then.equals("exit")) {
                accepting.await();
                System.exit(0);
              }
              listener.close();
            }
            new CountDownLatch(1).await();
          } catch (Exception e) {
            System.out.println(e);
          }
        }
        static boolean isKept() {
          return Thread.getAllStackTraces().keySet().stream()
              .anyMatch(one -> !one.isDaemon() && !one.getName().equals("DestroyJavaVM"));
        }
      }
      class Server {
        boolean accept() {
          Main.accepting.countDown();
          try { Main.listener.accept(); return true; }
          catch (java.io.IOException e) { System.out.println(e.getMessage().replace(" is ", " ")); return false; }
        }
        boolean idle() { return false; }
      }
      """;

  private static final String BINDING =
      """
      package app;
      import cal.core.*;
      aspect ServerActivities extends ActivityCapture {
        protected pointcut captureOnInvocation(): call(boolean Server.CAPTURED());
      }
      """;

  @TempDir Path folder;

  private AjcProject project(String opening, String captured) {
    return new AjcProject(folder)
        .source("app/Main.java", MAIN.replace("OPENING", opening).replace("CAPTURED", captured))
        .source("app/ServerActivities.aj", BINDING.replace("CAPTURED", captured))
        .build();
  }

  private List<String> run(AjcProject project, String then, String model) {
    ChildJvm.Outcome outcome = project.run("app.Main", List.of("-Dcal.model=" + model), then);
    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.err().lines()).as("but for the line at the start").hasSize(1);
    return outcome.out().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "listener = new ServerSocket(0);",
        "listener = new ServerSocket(); listener.bind(null);",
        "listener = new ServerSocket(0) {};",
        "listener = javax.net.ServerSocketFactory.getDefault().createServerSocket(0);"
      })
  void shouldKeepTheJvmWhileAListenerIsOpen(String opening) {
    assertThat(run(project(opening, "idle"), "close", "test-loop"))
        .containsExactly("a thread keeps the JVM");
  }

  @ParameterizedTest
  @ValueSource(strings = {"listener = new ServerSocket();", ";"})
  void shouldNotKeepTheJvmForNothing(String opening) {
    assertThat(run(project(opening, "idle"), "wait", "test-loop")).isEmpty();
  }

  @Test
  void shouldNotKeepTheJvmUnderSequential() {
    AjcProject project = project("listener = new ServerSocket(0);", "idle");
    assertThat(run(project, "wait", "sequential")).isEmpty();
  }

  /** A try-with-resources around a server that returns at once ends it before anybody has come. */
  @ParameterizedTest
  @ValueSource(strings = {"test-thread", "test-virtual"})
  void shouldTellOfAServerThatIsClosedAsSoonAsItRuns(String model) {
    AjcProject project =
        new AjcProject(folder)
            .source(
                "app/Main.java",
                """
                package app;
                import java.net.*;
                public class Main {
                  public static void main(String[] args) throws Exception {
                    try (Server server = new Server()) {
                      while (server.accept()) ;
                    }
                  }
                }
                class Server implements AutoCloseable {
                  final ServerSocket listener = new ServerSocket(0);
                  Server() throws java.io.IOException {}
                  boolean accept() {
                    try { listener.accept(); return true; }
                    catch (java.io.IOException e) { return false; }
                  }
                  public void close() throws java.io.IOException { listener.close(); }
                }
                """)
            .source("app/ServerActivities.aj", BINDING.replace("CAPTURED", "accept"))
            .build();

    ChildJvm.Outcome outcome = project.run("app.Main", List.of("-Dcal.model=" + model));

    assertThat(outcome.err())
        .contains(
            "is closed at Main.java:17 before the server has served anybody: a call that CAL");
  }

  /** Its target cannot be closed, so only closing the listener wakes it up before the deadline. */
  @Test
  void shouldCloseListenersBeforeADrainWaits() {
    AjcProject project = project("listener = new ServerSocket(0) {};", "accept");
    assertThat(run(project, "exit", "test-loop"))
        .containsExactly("a thread keeps the JVM", "Socket closed");
  }
}
