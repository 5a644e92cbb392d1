package framework;

import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.SomeCases;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HSQLDB with its threads adopted, and its monitors turned into regions by hsqldb/regions.yaml. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class MonitoredDatabaseTest {
  private static final int CLIENTS = 8;
  private static final int ACCOUNTS = 3;
  private static final int ROUNDS = 50;

  @TempDir static Path folder;

  @SomeCases(of = 4)
  @ParameterizedTest
  @CsvSource({"virtual, monitor", "virtual, csp", "thread-pool, fair-lock", "reactive, lock"})
  void shouldAnswerRightlyUnderEachPolicy(String model, String policy) throws Exception {
    List<String> server = new ArrayList<>();
    server.add("-Dcal.config=" + Path.of("hsqldb", "regions.yaml"));
    server.add("-Dcal.synchronization=" + policy);
    server.addAll(FrameworkProcess.main(HsqldbMain.class, freePort()));
    try (FrameworkProcess process =
        FrameworkProcess.start(folder, "threads:org.hsqldb..*", model, server)) {
      int port = Integer.parseInt(process.line("port"));
      execute(port, "create table account(id int primary key, amount int)");
      for (int i = 0; i < ACCOUNTS; i++) {
        execute(port, "insert into account values(" + i + ", 0)");
      }
      List<Callable<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(() -> add(port, client));
      }
      int added = 0;
      try (ExecutorService threads = Executors.newCachedThreadPool()) {
        for (Future<Integer> each : threads.invokeAll(clients)) {
          added += each.get();
        }
      }
      try (Connection last = connect(port)) {
        assertThat(JdbcClients.query(last, "select sum(amount) from account"))
            .containsExactly(added + "|");
      }
      assertThat(added).isEqualTo(CLIENTS * ROUNDS);
      assertThat(process.said()) // after a warning of locks in other libraries
          .last()
          .asString()
          .contains(" critical regions")
          .contains(policy.equals("monitor") ? "" : " critical regions under " + policy);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Connection connect(int port) throws SQLException {
    return DriverManager.getConnection("jdbc:hsqldb:hsql://127.0.0.1:" + port + "/test", "SA", "");
  }

  private static void execute(int port, String sql) throws SQLException {
    try (Connection connection = connect(port)) {
      JdbcClients.execute(connection, sql);
    }
  }

  private static int add(int port, int client) throws SQLException {
    int done = 0;
    try (Connection connection = connect(port);
        PreparedStatement add =
            connection.prepareStatement("update account set amount = amount + 1 where id = ?")) {
      for (int i = 0; i < ROUNDS; i++) {
        add.setInt(1, (client + i) % ACCOUNTS);
        done += add.executeUpdate();
      }
    }
    return done;
  }
}
