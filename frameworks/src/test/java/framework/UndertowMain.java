package framework;

import io.undertow.Undertow;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.net.InetSocketAddress;

/** A blocking handler on Undertow, as it comes. */
public final class UndertowMain {
  private UndertowMain() {}

  public static void main(String[] args) {
    GracefulShutdownHandler graceful =
        new GracefulShutdownHandler(
            new BlockingHandler(
                exchange ->
                    exchange.getResponseSender().send(Host.answer(exchange.getRequestPath()))));
    Undertow server =
        Undertow.builder()
            .addHttpListener(args.length == 0 ? 0 : Integer.parseInt(args[0]), "127.0.0.1")
            .setHandler(graceful)
            .build();
    server.start();
    InetSocketAddress address =
        (InetSocketAddress) server.getListenerInfo().getFirst().getAddress();
    Host.serves(
        address.getPort(),
        () -> {
          graceful.shutdown();
          graceful.awaitShutdown(30_000);
          server.stop();
        });
  }
}
