package framework;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Blocking work of a Vert.x server, on a pool beside its event loops. */
public final class VertxMain {
  private VertxMain() {}

  public static void main(String[] args) throws Exception {
    Vertx vertx = Vertx.vertx();
    ExecutorService workers = Executors.newCachedThreadPool();
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    workers.execute(() -> request.response().end(Host.answer(request.path()))))
            .listen(args.length == 0 ? 0 : Integer.parseInt(args[0]), "127.0.0.1")
            .await(30, TimeUnit.SECONDS);
    Host.serves(
        server.actualPort(),
        () -> {
          workers.shutdown();
          workers.awaitTermination(30, TimeUnit.SECONDS);
          vertx.close().await(30, TimeUnit.SECONDS);
        });
  }
}
