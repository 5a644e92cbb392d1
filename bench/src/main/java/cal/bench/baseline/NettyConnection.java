package cal.bench.baseline;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One client's conversation as a handler: what both protocols share. Requests are answered where
 * they are decoded, and the answers to all that was read leave in one write, in {@code
 * channelReadComplete}. While the client does not take its answers, nothing is read from it.
 * Confined to its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what would fail them ends the channel as well
abstract class NettyConnection extends ByteToMessageDecoder {
  private static final Logger LOG = System.getLogger(NettyConnection.class.getName());
  private static final long LINGER_MILLIS = 500;
  private static final int LINGER_BYTES = 4 << 20;
  private static final int ANSWER_BYTES = 64;

  private final Duration readTimeout;
  private ByteBuf answers;
  private boolean answered;

  /** Since when the request is incomplete, as {@code nanoTime}; meaningful while {@code late}. */
  private long since;

  private boolean late;
  private boolean watching;
  private boolean leaving;
  private int dropped;

  NettyConnection(Duration readTimeout) {
    this.readTimeout = readTimeout;
  }

  /** Answers the next request; false if it is not complete, and nothing was taken. */
  abstract boolean answer(ByteBuf in, ByteBuf answers) throws BadRequest;

  /** Tells the client why it is refused, where the protocol has room for it. */
  abstract void refuse(String reason, ByteBuf answers);

  @Override
  protected final void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (leaving) {
      drop(context, in);
      return;
    }
    if (answers == null) {
      answers = context.alloc().directBuffer(ANSWER_BYTES);
    }
    try {
      while (in.isReadable() && answer(in, answers)) {
        answered = true;
      }
    } catch (BadRequest bad) {
      end(context, bad.getMessage());
      drop(context, in);
    }
  }

  private void drop(ChannelHandlerContext context, ByteBuf in) {
    dropped += in.readableBytes();
    in.skipBytes(in.readableBytes());
    if (dropped > LINGER_BYTES) {
      context.close();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    if (!leaving) {
      watch(context);
      send(context);
    }
    super.channelReadComplete(context);
  }

  private void send(ChannelHandlerContext context) {
    if (answers != null && answers.isReadable()) {
      ByteBuf ready = answers;
      answers = null;
      context.writeAndFlush(ready, context.voidPromise());
    }
  }

  /** A request has its time from when it is first found incomplete. */
  private void watch(ChannelHandlerContext context) {
    boolean inside = actualReadableBytes() > 0;
    late &= inside && !answered;
    answered = false;
    if (inside && !late) {
      late = true;
      since = System.nanoTime();
      if (!watching) {
        watching = true;
        lookAfter(context, readTimeout.toNanos());
      }
    }
  }

  /** One task looks after all requests of a connection that come late while it waits. */
  private void lookAfter(ChannelHandlerContext context, long nanos) {
    context.executor().schedule(() -> look(context), nanos, TimeUnit.NANOSECONDS);
  }

  private void look(ChannelHandlerContext context) {
    if (!late || leaving || !context.channel().isActive()) {
      watching = false;
      return;
    }
    long left = since + readTimeout.toNanos() - System.nanoTime();
    if (left > 0) {
      lookAfter(context, left);
    } else {
      end(context, BadRequest.late(readTimeout.toMillis()));
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event instanceof ChannelInputShutdownEvent) {
      if (leaving) {
        context.close();
      } else if (actualReadableBytes() > 0) {
        end(context, BadRequest.streamEnded());
      } else {
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }
    super.userEventTriggered(context, event);
  }

  /** Refuses, and closes after the client has read its answers; see the sample's reasons. */
  private void end(ChannelHandlerContext context, String reason) {
    LOG.log(Level.WARNING, () -> context.channel().remoteAddress() + " " + reason);
    leaving = true;
    ByteBuf last = answers == null ? context.alloc().directBuffer(ANSWER_BYTES) : answers;
    answers = null;
    refuse(reason, last);
    context.writeAndFlush(last).addListener(sent -> linger(context));
  }

  private static void linger(ChannelHandlerContext context) {
    DuplexChannel channel = (DuplexChannel) context.channel();
    if (channel.isInputShutdown()) {
      channel.close();
      return;
    }
    channel.shutdownOutput();
    channel.config().setAutoRead(true);
    context.executor().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    context.channel().config().setAutoRead(context.channel().isWritable());
    super.channelWritabilityChanged(context);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    if (answers != null) {
      answers.release();
      answers = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    Level level = failure instanceof IOException ? Level.DEBUG : Level.ERROR;
    LOG.log(level, "connection lost", failure);
    context.close();
  }
}
