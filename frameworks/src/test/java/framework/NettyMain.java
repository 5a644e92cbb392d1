package framework;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Blocking work of a Netty server, on a pool beside its event loops. */
public final class NettyMain {
  private static final int LARGEST_REQUEST = 65_536;

  private NettyMain() {}

  private static final class Answer extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final ExecutorService workers;

    Answer(ExecutorService workers) {
      this.workers = workers;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext channel, FullHttpRequest request) {
      String path = request.uri();
      workers.execute(
          () -> { // ends once all is written, for a loop that is shut down writes nothing more
            channel.writeAndFlush(response(Host.answer(path))).awaitUninterruptibly();
          });
    }

    private static FullHttpResponse response(String answer) {
      ByteBuf body = Unpooled.copiedBuffer(answer, StandardCharsets.UTF_8);
      FullHttpResponse response =
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
      response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
      return response;
    }
  }

  public static void main(String[] args) throws Exception {
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    ExecutorService workers = Executors.newCachedThreadPool();
    Channel listener =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel client) {
                    client
                        .pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(LARGEST_REQUEST))
                        .addLast(new Answer(workers));
                  }
                })
            .bind("127.0.0.1", args.length == 0 ? 0 : Integer.parseInt(args[0]))
            .sync()
            .channel();
    Host.serves(
        ((InetSocketAddress) listener.localAddress()).getPort(),
        () -> {
          listener.close().sync();
          workers.shutdown();
          workers.awaitTermination(30, TimeUnit.SECONDS);
          loops.shutdownGracefully(0, 30, TimeUnit.SECONDS).sync();
        });
  }
}
