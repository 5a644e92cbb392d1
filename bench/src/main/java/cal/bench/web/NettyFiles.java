package cal.bench.web;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Netty 4.2 on epoll with an expert's handler of static files: after Netty's own example, and with
 * pipelining and small files in memory. Stateless.
 */
final class NettyFiles {
  private NettyFiles() {}

  /** Serves until the process is ended. */
  static InetSocketAddress serve(Path root, InetSocketAddress address, int loops)
      throws InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            loops, new DefaultThreadFactory("netty-loop"), EpollIoHandler.newFactory());
    NettyFileCache files = new NettyFileCache(root);
    Channel listener =
        new ServerBootstrap()
            .group(group)
            .channel(EpollServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, WebPeer.BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpServerCodec(), new NettyFileHandler(files));
                  }
                })
            .bind(address)
            .sync()
            .channel();
    return (InetSocketAddress) listener.localAddress();
  }
}
