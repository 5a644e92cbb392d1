package framework;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A service of gRPC on Netty, as it comes: on Linux its event loops wait in native code. */
public final class GrpcMain {
  /** The one method: a path, and the answer to it. */
  static final MethodDescriptor<String, String> ANSWER =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("framework.Host/answer")
          .setRequestMarshaller(new Text())
          .setResponseMarshaller(new Text())
          .build();

  private GrpcMain() {}

  private static final class Text implements Marshaller<String> {
    @Override
    public InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Server server =
        NettyServerBuilder.forPort(args.length == 0 ? 0 : Integer.parseInt(args[0]))
            .addService(
                ServerServiceDefinition.builder("framework.Host")
                    .addMethod(
                        ANSWER,
                        ServerCalls.asyncUnaryCall(
                            (path, answers) -> {
                              answers.onNext(Host.answer(path));
                              answers.onCompleted();
                            }))
                    .build())
            .build()
            .start();
    Host.serves(
        server.getPort(),
        () -> {
          server.shutdown();
          server.awaitTermination(30, TimeUnit.SECONDS);
        });
    server.awaitTermination();
  }
}
