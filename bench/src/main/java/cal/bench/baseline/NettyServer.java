package cal.bench.baseline;

import cal.sample.upload.Protocol;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The protocols on Netty 4.2, which accepts on one of its loops and places connections in turns.
 * Used by one thread.
 */
final class NettyServer implements Server {
  /** What Netty moves bytes by. */
  enum Transport {
    NIO,
    EPOLL;

    private IoHandlerFactory handlers() {
      return this == NIO ? NioIoHandler.newFactory() : EpollIoHandler.newFactory();
    }

    private Class<? extends ServerChannel> listener() {
      return this == NIO ? NioServerSocketChannel.class : EpollServerSocketChannel.class;
    }
  }

  /** Netty reads at most 64 KB at a time by default: an 80 KB frame would always be copied. */
  private static final int MOST_READ = 128 << 10;

  private final ServerBootstrap bootstrap;
  private Channel listener;

  NettyServer(Transport transport, Protocol protocol, int loops, Duration readTimeout) {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    CountingStore store = new CountingStore(loops > 1);
    Supplier<ChannelHandler> connections =
        switch (protocol) {
          case UPLOAD -> () -> new NettyUpload(readTimeout, store);
          case FACTOR -> () -> new NettyFactor(readTimeout);
        };
    bootstrap =
        new ServerBootstrap()
            .group(
                new MultiThreadIoEventLoopGroup(
                    loops, new DefaultThreadFactory("netty-loop"), transport.handlers()))
            .channel(transport.listener())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(64, 2048, MOST_READ))
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(connections.get());
                  }
                });
  }

  @Override
  public InetSocketAddress listen(InetSocketAddress address) throws InterruptedException {
    listener = bootstrap.bind(address).sync().channel();
    return (InetSocketAddress) listener.localAddress();
  }

  @Override
  public void serve() throws InterruptedException {
    listener.closeFuture().sync();
  }
}
