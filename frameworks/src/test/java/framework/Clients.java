package framework;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/** Clients with a connection each, which they keep. */
interface Clients extends AutoCloseable {
  /** Has a client ask; the answer comes. */
  Future<String> ask(int client, String path);

  @Override
  void close();

  /** Of HTTP/1.1. */
  static Clients http(int port) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return new Clients() {
      /** Those that ask at a time have a connection each, and keep it for what they ask next. */
      @Override
      public Future<String> ask(int one, String path) {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return client
            .sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
            .thenApply(Clients::body);
      }

      @Override
      public void close() {
        client.shutdownNow();
      }
    };
  }

  private static String body(HttpResponse<String> response) {
    return response.statusCode() == 200 ? response.body() : response.toString();
  }

  /** Of gRPC. */
  static Clients grpc(int port, int number) {
    List<ManagedChannel> channels = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      channels.add(NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build());
    }
    return new Clients() {
      @Override
      public Future<String> ask(int one, String path) {
        return ClientCalls.futureUnaryCall(
            channels.get(one).newCall(GrpcMain.ANSWER, CallOptions.DEFAULT), path);
      }

      @Override
      public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
      }
    };
  }
}
