package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.loop.Loop;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries that make sockets of their own, used within activities: one loop has both ends. */
class StandardLibrariesTest extends LoopFixture {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final Loops loops = loops(1);
  private final Loop loop = loops.place();

  @Test
  void shouldServeTlsSocketsOfTheJdk(@TempDir Path folder) throws Exception {
    SSLContext tls = SelfSigned.context(folder);
    ServerSocket server = closing(tls.getServerSocketFactory().createServerSocket(0, 50, LOOPBACK));
    CompletableFuture<Integer> serving =
        on(
            loop,
            () -> {
              try (Socket accepted = server.accept()) {
                int question = accepted.getInputStream().read();
                accepted.getOutputStream().write(question + 1);
                return question;
              }
            });
    CompletableFuture<Integer> asking =
        on(
            loop,
            () -> {
              try (Socket client =
                  tls.getSocketFactory().createSocket(LOOPBACK, server.getLocalPort())) {
                client.getOutputStream().write(7);
                return client.getInputStream().read();
              }
            });
    assertThat(get(serving)).isEqualTo(7);
    assertThat(get(asking)).isEqualTo(8);
  }

  /** Answers one request, on the loop. */
  private URI http() throws Exception {
    ServerSocket server = listen(sockets(loops));
    CompletableFuture<Void> serving =
        on(
            loop,
            () -> {
              try (Socket accepted = server.accept()) {
                answer(accepted);
              }
              return null;
            });
    closing(() -> get(serving));
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
  }

  private static void answer(Socket accepted) throws IOException {
    InputStream in = accepted.getInputStream();
    StringBuilder request = new StringBuilder();
    while (request.indexOf("\r\n\r\n") < 0) {
      request.append((char) in.read());
    }
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
    accepted.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void shouldAskByHttpUrlConnection() throws Exception {
    URI uri = http();
    CompletableFuture<String> asking =
        on(
            loop,
            () -> {
              HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
              try (InputStream in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
              }
            });
    assertThat(get(asking)).isEqualTo("ok");
  }

  @Test
  void shouldAskByHttpClient() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(http()).build();
    CompletableFuture<String> asking =
        on(
            loop,
            () -> {
              try (HttpClient client = HttpClient.newHttpClient()) {
                return client.send(request, BodyHandlers.ofString()).body();
              }
            });
    assertThat(get(asking)).isEqualTo("ok");
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "tcp://127.0.0.1:PORT/"})
  void shouldUseADatabase(String where) throws Exception {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    closing((AutoCloseable) server::stop);
    String url =
        "jdbc:h2:"
            + (where.equals("embedded") ? "" : where.replace("PORT", "" + server.getPort()))
            + "mem:loop";
    try (Connection keeps = get(on(loop, () -> DriverManager.getConnection(url)))) {
      get(on(loop, () -> execute(keeps, "create table item (number int)")));
      int activities = 10;
      CompletableFuture<?>[] inserts = new CompletableFuture<?>[activities];
      for (int i = 0; i < activities; i++) {
        String insert = "insert into item values (" + i + ")";
        inserts[i] =
            on(
                loop,
                () -> {
                  try (Connection own = DriverManager.getConnection(url)) {
                    return execute(own, insert);
                  }
                });
      }
      for (CompletableFuture<?> insert : inserts) {
        get(insert);
      }
      assertThat(get(on(loop, () -> sum(keeps)))).isEqualTo(45);
    }
  }

  private static boolean execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }

  private static int sum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select sum(number) from item")) {
      result.next();
      return result.getInt(1);
    }
  }
}
