package cal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.weave.check.CheckCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Classes that ajc has woven are read as their author wrote them. */
class CheckOfWovenServerTest {
  private static final String SERVER =
      """
      package app;
      class Server {
        int shared;
        Store store = new Store();
        void run(int size) {
          for (int i = 0; i < size; i++) {
            try (Connection c = new Connection(this, i)) {
              while (c.serve(i, "x"));
            } // finds 2.1
          }
        }
        boolean once(Connection c) {
          return c.serve(1, "y"); // finds 1.3
        }
        void count(Store store) {
          shared += store.store(2L, 3); // finds 4.1
        }
        void timed() { new Timer("tick"); }
      }
      class Connection implements AutoCloseable {
        private final Server server;
        private int steps;
        Connection(Server server, int number) { this.server = server; }
        boolean serve(int number, String text) {
          steps++;
          server.count(server.store);
          server.shared = server.store.store(number, steps); // finds 3.5
          server.store.pack(new byte[0], new Store[0], new String[0][]);
          return false;
        }
        public void close() {}
      }
      class Store {
        int store(long key, int value) { return value; }
        byte[] pack(byte[] bytes, Store[] stores, String[]... names) { return bytes; }
      }
      class Timer {
        Timer(String name) {}
        boolean tick() { return true; }
      }
      """;

  private static final String BINDING =
      """
      package app;
      import cal.core.*;
      aspect Activities {
        static aspect Connections extends ActivityCapture {
          CONNECTIONS
        }
        static aspect Stores extends ActivityCapture {
          protected pointcut captureHandOff():
              call(int app.Store.store(..)) || call(byte[] app.Store.pack(..));
        }
        static aspect Timers extends ActivityCapture {
          declare parents: app.Timer implements Activity;
          public boolean app.Timer.proceed() {
            while (true)
              tick(); // finds 1.1
          }
          protected pointcut captureOnInstantiation(): call(app.Timer.new(..));
        }
        static aspect Regions extends CriticalRegions {
          protected pointcut criticalRegion(Object guard):
              this(guard) && execution(void app.Server.count(..));
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "protected pointcut captureOnInvocation(): call(boolean app.Connection.serve(..));",
        "protected pointcut captureOnInstantiation(): call(app.Connection.new(..));"
            + " protected pointcut cancelCall(): call(boolean app.Connection.serve(..));"
      })
  void shouldFindTheSameInWovenClasses(String connections, @TempDir Path folder) {
    new AjcProject(folder)
        .source("app/Server.java", SERVER)
        .source("app/Activities.aj", BINDING.replace("CONNECTIONS", connections))
        .build();

    StringWriter out = new StringWriter();
    new CommandLine(new CheckCommand())
        .setOut(new PrintWriter(out, true))
        .execute(folder.resolve("woven").toString());

    assertThat(out.toString().lines().takeWhile(line -> !line.startsWith("findings: ")))
        .filteredOn(line -> !line.isEmpty())
        .map(finding -> finding.replaceFirst("^(\\S+ \\S+) .*", "$1"))
        .containsExactly(
            "app.Activities$Timers.proceed:%d 1.1".formatted(line(BINDING, "1.1")),
            "app.Server.once:%d 1.3".formatted(line(SERVER, "1.3")),
            "app.Server.run:%d 2.1".formatted(line(SERVER, "2.1")),
            "app.Connection.serve:%d 3.5".formatted(line(SERVER, "3.5")),
            "app.Server.count:%d 4.1".formatted(line(SERVER, "4.1")));
  }

  private static long line(String source, String rule) {
    return source.substring(0, source.indexOf("// finds " + rule)).lines().count();
  }
}
