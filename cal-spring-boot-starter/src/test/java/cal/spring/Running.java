package cal.spring;

import app.Shop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application of the tests, in this JVM. Thread-safe. */
final class Running implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final ConfigurableApplicationContext context;

  /** Starts the application with properties of one line each. */
  Running(String... properties) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--logging.level.cal=info",
                "--management.endpoints.web.exposure.include=*"));
    for (String property : properties) {
      arguments.add("--" + property);
    }
    context = new SpringApplicationBuilder(Shop.class).run(arguments.toArray(String[]::new));
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  private HttpRequest.Builder request(String port, String path) {
    String number = context.getEnvironment().getRequiredProperty(port);
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + number + path));
  }

  private static String answer(HttpResponse<String> response) {
    return response.statusCode() + " " + response.body();
  }

  /** The status and the text of an answer. */
  String get(String path) throws IOException, InterruptedException {
    return get("local.server.port", path);
  }

  /** The same of the management port. */
  String manage(String path) throws IOException, InterruptedException {
    return get("local.management.port", path);
  }

  private String get(String port, String path) throws IOException, InterruptedException {
    return answer(CLIENT.send(request(port, path).build(), BodyHandlers.ofString()));
  }

  String post(String path, byte[] body) throws IOException, InterruptedException {
    HttpRequest posted =
        request("local.server.port", path).POST(BodyPublishers.ofByteArray(body)).build();
    return answer(CLIENT.send(posted, BodyHandlers.ofString()));
  }

  /** A request that a test does not wait for yet. */
  CompletableFuture<String> begin(String path) {
    return CLIENT
        .sendAsync(request("local.server.port", path).build(), BodyHandlers.ofString())
        .thenApply(Running::answer);
  }

  @Override
  public void close() {
    context.close();
  }
}
