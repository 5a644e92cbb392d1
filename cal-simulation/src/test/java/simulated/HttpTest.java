package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Simulated;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The JDK's own clients and servers of HTTP: each run begins anew, in virtual time. */
final class HttpTest {
  private static HttpServer server() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    byte[] answer = "answer".getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static URI address(int port) {
    return URI.create("http://localhost:" + port + "/");
  }

  @Simulated(seeds = 5)
  void shouldKeepNoConnectionForTheNextRun() throws Exception {
    HttpServer server = server();
    for (int i = 0; i < 3; i++) {
      try (InputStream in = address(server.getAddress().getPort()).toURL().openStream()) {
        assertEquals("answer", new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    Thread.sleep(60_000); // the client closes what is idle
    server.stop(0);
  }

  @Simulated(seeds = 5)
  void shouldAnswerAClient() throws Exception {
    HttpServer server = server();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(address(server.getAddress().getPort())).build();
      long began = System.nanoTime();
      for (int i = 0; i < 3; i++) {
        assertEquals("answer", client.send(request, BodyHandlers.ofString()).body());
      }
      assertTrue(System.nanoTime() - began < 1_000_000_000, "woken late");
    }
    server.stop(0);
  }

  @Simulated(seeds = 5)
  void shouldEndAWaitInTime() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest request =
          HttpRequest.newBuilder(address(silent.getLocalPort()))
              .timeout(Duration.ofSeconds(2))
              .build();
      long began = System.nanoTime();
      assertThrows(HttpTimeoutException.class, () -> client.send(request, BodyHandlers.ofString()));
      assertEquals(2, Math.round((System.nanoTime() - began) / 1e9));
      client.shutdownNow();
    }
  }
}
