package framework;

import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.SomeCases;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 in server mode, whose loops the file h2/cal.yaml cuts, answers as it comes. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class BoundDatabaseTest {
  private static final String BINDING = "-Dcal.config=" + Path.of("h2", "cal.yaml");
  private static final int TERMINATED = 143;
  private static final long DEADLINE_SECONDS = 120;

  @TempDir static Path folder;

  private static List<String> answers;
  private static byte[] bytes;

  @BeforeAll
  static void askTheServerAsItComes() throws Exception {
    try (FrameworkProcess process =
        FrameworkProcess.unwoven(folder, FrameworkProcess.main(DatabaseMain.class, 0))) {
      int port = Integer.parseInt(process.line("port"));
      answers = JdbcClients.answers(port);
      bytes = bytes(port);
    }
  }

  private static FrameworkProcess start(String model) throws Exception {
    List<String> java = FrameworkProcess.main(DatabaseMain.class, 0);
    return FrameworkProcess.startBy(folder, BINDING, model, java);
  }

  private static byte[] bytes(int port) throws Exception {
    try (Wire wire = new Wire(port)) {
      try (Connection connection = JdbcClients.connect(wire.port())) {
        JdbcClients.statements(connection, "wired");
      }
      return wire.answers();
    }
  }

  @SomeCases(of = 6)
  @ParameterizedTest
  @ValueSource(strings = {"sequential", "virtual", "thread-pool", "proactor", "reactive", "jcsp"})
  void shouldAnswerAsItComes(String model) throws Exception {
    try (FrameworkProcess process = start(model)) {
      int port = Integer.parseInt(process.line("port"));
      assertThat(JdbcClients.answers(port)).isEqualTo(answers);
      assertThat(bytes(port)).isEqualTo(bytes);
      forgetTheDead(port);
      if (!model.equals("sequential")) {
        drain(process, port);
        assertThat(process.err()).startsWith("cal: ").hasLineCount(1);
      }
    }
  }

  /** One that dies in a transaction, and one in the middle of its greeting. */
  private static void forgetTheDead(int port) throws Exception {
    try (Wire wire = new Wire(port)) {
      Connection dead = JdbcClients.connect(wire.port());
      dead.setAutoCommit(false);
      JdbcClients.execute(dead, "update account set amount = 0");
      wire.cut();
      try (Socket half = new Socket(InetAddress.getLoopbackAddress(), port);
          Connection next = JdbcClients.connect(port)) {
        half.getOutputStream().write(new byte[] {0, 0});
        half.setSoLinger(true, 0);
        half.close();
        JdbcClients.execute(next, "update account set amount = amount + 1"); // waits for the lock
        assertThat(JdbcClients.query(next, "select sum(amount) from account"))
            .containsExactly("3003|");
      }
    }
  }

  /** A transaction of an idle client is rolled back, and lets the request in flight be answered. */
  private static void drain(FrameworkProcess process, int port) throws Exception {
    Connection idle = JdbcClients.connect(port);
    idle.setAutoCommit(false);
    JdbcClients.execute(idle, "update account set amount = 0");
    Connection busy = JdbcClients.connect(port);
    CompletableFuture<Integer> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return JdbcClients.execute(busy, "update account set amount = amount + 1");
              } catch (Exception failure) {
                throw new IllegalStateException(failure);
              }
            });
    try (Connection watching = JdbcClients.connect(port)) {
      String waiting = "select count(*) from information_schema.sessions where blocker_id > 0";
      while (!JdbcClients.query(watching, waiting).equals(List.of("1|"))) {
        assertThat(answer).isNotDone();
      }
    }
    process.terminate();
    assertThat(answer.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(3);
    assertThat(process.status()).as(process.err()).isEqualTo(TERMINATED);
  }

  @Test
  void shouldKeepTransactionsOverAChangeOfTheModel() throws Exception {
    try (FrameworkProcess process = start("virtual")) {
      int port = Integer.parseInt(process.line("port"));
      try (Connection first = JdbcClients.connect(port);
          Connection second = JdbcClients.connect(port)) {
        JdbcClients.execute(first, "create table moved(id int primary key)");
        first.setAutoCommit(false);
        int row = 0;
        for (String model : List.of("reactive", "thread-pool", "proactor", "jcsp", "virtual")) {
          JdbcClients.execute(first, "insert into moved values(" + row++ + ")");
          process.say(model);
          process.line("changed");
          JdbcClients.execute(first, "insert into moved values(" + row++ + ")");
          assertThat(JdbcClients.query(second, "select count(*) from moved")).containsExactly("0|");
        }
        first.commit();
        assertThat(JdbcClients.query(second, "select count(*) from moved"))
            .containsExactly(row + "|");
      }
    }
  }
}
