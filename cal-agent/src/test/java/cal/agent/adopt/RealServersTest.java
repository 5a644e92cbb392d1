package cal.agent.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import cal.testing.SomeCases;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers of others, as they come from Maven Central, adopted and driven by real clients. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class RealServersTest {
  /** The text of a thread that runs where the model says. */
  private static final Map<String, String> WORKERS =
      Map.of(
          "thread-pool", "cal-thread-pool-threads-",
          "virtual", "VirtualThread.*@ForkJoinPool-",
          "reactive", "VirtualThread.*@cal-reactive-(loop|spare)-",
          "reactive-pool", "VirtualThread.*@cal-reactive-pool-(loop|spare)-");

  private static final int CONNECTIONS = 50;

  @TempDir Path folder;

  private AdoptedProcess start(String model, String adopt, String main) throws Exception {
    return AdoptedProcess.start(
        folder,
        List.of(
            "-Dcal.adopt=threads:" + adopt,
            "-Dcal.model=" + model,
            "-Dcal.thread-pool.size=120",
            "-Dh2.bindAddress=127.0.0.1"),
        main);
  }

  private static void assertCleanEnd(AdoptedProcess server, String model) throws Exception {
    assertThat(server.stop()).as(server.err()).isZero();
    // Servers may log there as well; of CAL there is the line of the start, and nothing else.
    assertThat(server.err().lines().filter(line -> line.startsWith("cal: ")))
        .singleElement()
        .asString()
        .startsWith("cal: threads=" + model + " (-Dcal.model, adopted (within(");
  }

  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive-pool"})
  void shouldServeHttp(String model) throws Exception {
    try (AdoptedProcess server = start(model, "fi.iki.elonen..*", "adopted.nano.Main");
        HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + server.line("port") + "/");
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        answers.add(client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get().body()).containsPattern(WORKERS.get(model));
      }
      assertCleanEnd(server, model);
    }
  }

  @Tag("measuring")
  @ParameterizedTest
  @ValueSource(strings = {"thread-pool", "reactive"})
  void shouldServeJdbc(String model) throws Exception {
    try (AdoptedProcess server = start(model, "org.h2..*", "adopted.h2.Main");
        ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS)) {
      String url = "jdbc:h2:tcp://127.0.0.1:" + server.line("port") + "/mem:test;DB_CLOSE_DELAY=-1";
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("create table account(id int primary key, amount int)");
        statement.execute("create alias thread for \"adopted.h2.Main.thread\"");
        for (int i = 0; i < CONNECTIONS; i++) {
          statement.execute("insert into account values(" + i + ", 100)");
        }
      }
      List<Future<String>> done = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int id = i;
        done.add(clients.submit(() -> transfer(url, id)));
      }
      for (Future<String> one : done) {
        assertThat(one.get()).containsPattern(WORKERS.get(model));
      }
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement();
          ResultSet sum = statement.executeQuery("select sum(amount) from account")) {
        assertThat(sum.next()).isTrue();
        assertThat(sum.getInt(1)).isEqualTo(100 * CONNECTIONS);
      }
      assertCleanEnd(server, model);
    }
  }

  /** Ten transactions on a connection; answers which thread served it. */
  private static String transfer(String url, int id) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        PreparedStatement move =
            connection.prepareStatement("update account set amount = amount + ? where id = ?")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 10; i++) {
        move.setInt(1, -1);
        move.setInt(2, id);
        move.executeUpdate();
        move.setInt(1, 1);
        move.executeUpdate();
        if (i % 2 == 0) {
          connection.commit();
        } else {
          connection.rollback();
        }
      }
      try (ResultSet thread = statement.executeQuery("select thread()")) {
        thread.next();
        return thread.getString(1);
      }
    }
  }

  @SomeCases(of = 2)
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive"})
  void shouldServeFtp(String model) throws Exception {
    try (AdoptedProcess server = start(model, "org.mockftpserver..*", "adopted.ftp.Main")) {
      int port = Integer.parseInt(server.line("port"));
      Set<String> answers = new HashSet<>();
      try (Socket control = new Socket(InetAddress.getLoopbackAddress(), port);
          Writer to = new OutputStreamWriter(control.getOutputStream(), StandardCharsets.UTF_8);
          BufferedReader from =
              new BufferedReader(
                  new InputStreamReader(control.getInputStream(), StandardCharsets.UTF_8))) {
        answers.add(from.readLine().substring(0, 3));
        for (String command : List.of("USER user", "PASS password", "CWD /who", "PASV")) {
          to.write(command + "\r\n");
          to.flush();
          String answer = from.readLine();
          answers.add(answer.substring(0, 3));
          if (command.equals("PASV")) {
            String[] words = answer.replaceAll(".*\\(|\\).*", "").split(",");
            int data = Integer.parseInt(words[4]) * 256 + Integer.parseInt(words[5]);
            to.write("RETR /greeting.txt\r\n");
            to.flush();
            try (Socket file = new Socket(InetAddress.getLoopbackAddress(), data)) {
              assertThat(new String(file.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                  .isEqualTo("hello");
            }
          }
        }
        assertThat(server.line("served by")).containsPattern(WORKERS.get(model));
        assertThat(answers).contains("220", "331", "230", "227");
        assertCleanEnd(server, model);
      }
      assertThat(server.rest()).contains("stopped, shut down");
    }
  }
}
