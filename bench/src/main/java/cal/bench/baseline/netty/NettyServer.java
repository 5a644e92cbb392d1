package cal.bench.baseline.netty;

import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.LockedStatistics;
import cal.bench.baseline.upload.Server;
import cal.sample.upload.Statistics;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Uploads on Netty 4.2, which accepts on a single loop and places connections in turns. For a
 * single thread.
 */
public final class NettyServer implements Server {
  /** The transports by which Netty moves bytes. */
  public enum Transport {
    NIO,
    EPOLL,
    IO_URING;

    private IoHandlerFactory handlers() {
      return switch (this) {
        case NIO -> NioIoHandler.newFactory();
        case EPOLL -> EpollIoHandler.newFactory();
        case IO_URING -> IoUringIoHandler.newFactory();
      };
    }

    private Class<? extends ServerChannel> listener() {
      return switch (this) {
        case NIO -> NioServerSocketChannel.class;
        case EPOLL -> EpollServerSocketChannel.class;
        case IO_URING -> IoUringServerSocketChannel.class;
      };
    }

    /** The transport of a model called {@code netty-epoll}, for example; empty for other models. */
    public static Optional<Transport> of(String model) {
      return Stream.of(values()).filter(transport -> transport.model().equals(model)).findFirst();
    }

    String model() {
      return "netty-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The reason of unavailability; empty if available. */
    public Optional<Throwable> unavailable() {
      return switch (this) {
        case NIO -> Optional.empty();
        case EPOLL -> Optional.ofNullable(Epoll.unavailabilityCause());
        case IO_URING -> Optional.ofNullable(IoUring.unavailabilityCause());
      };
    }
  }

  private final ServerBootstrap bootstrap;
  private Channel listener;

  public NettyServer(Transport transport, int loops, Duration readTimeout) {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    CountingStore store = new CountingStore();
    Statistics statistics = new LockedStatistics();
    bootstrap =
        new ServerBootstrap()
            .group(
                new MultiThreadIoEventLoopGroup(
                    loops, new DefaultThreadFactory("netty-loop"), transport.handlers()))
            .channel(transport.listener())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    NettyConnection connection =
                        new NettyConnection(readTimeout, store, statistics);
                    channel.config().setRecvByteBufAllocator(new NettyReads(connection));
                    channel.pipeline().addLast(connection);
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
