package cal.bench.baseline.netty;

import cal.bench.baseline.upload.BadRequest;
import cal.bench.baseline.upload.CountingStore;
import cal.bench.baseline.upload.Frames;
import cal.sample.upload.Protocol;
import cal.sample.upload.Statistics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A client's uploads as a handler. A complete frame is stored in place; the rest of an incomplete
 * frame is read into a buffer of its own, with a copy of the first piece alone. All answers leave
 * in a single write, in {@code channelReadComplete}. Nothing is read from a client with untaken
 * answers. Confined to an event loop.
 *
 * <p>No {@code ByteToMessageDecoder} is used: its cumulator copies a frame of several reads.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what would fail them ends the channel as well
final class NettyConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = System.getLogger(NettyConnection.class.getName());
  private static final long LINGER_MILLIS = 500;
  private static final int LINGER_BYTES = 4 << 20;
  private static final int ANSWER_BYTES = 64;

  private final CountingStore store;
  private final Statistics statistics;
  private final Duration readTimeout;
  private int header;
  private int headerBytes;
  private ByteBuf frame;
  private Statistics.Tally tally;
  private ByteBuf answers;
  private boolean answered;

  /** Since when the request is incomplete, as {@code nanoTime}; meaningful while {@code late}. */
  private long since;

  private boolean late;
  private boolean watching;
  private boolean leaving;
  private int dropped;

  NettyConnection(Duration readTimeout, CountingStore store, Statistics statistics) {
    this.store = store;
    this.statistics = statistics;
    this.readTimeout = readTimeout;
  }

  /** The buffer for the next read; null for any. */
  ByteBuf space() {
    return frame;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    tally = statistics.join(Protocol.UPLOAD, context.channel().remoteAddress());
    super.channelActive(context);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    statistics.leave(tally);
    super.channelInactive(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      if (leaving) {
        drop(context, in);
      } else {
        take(context, in);
      }
    } finally {
      in.release();
    }
  }

  private void take(ChannelHandlerContext context, ByteBuf in) {
    if (answers == null) {
      answers = context.alloc().directBuffer(ANSWER_BYTES);
    }
    try {
      take(in);
    } catch (BadRequest bad) {
      end(context, bad.getMessage());
      drop(context, in);
    }
  }

  @SuppressWarnings("ReferenceEquality") // It is that buffer, or another with the same bytes.
  private void take(ByteBuf in) throws BadRequest {
    if (frame != null && in != frame) { // The transport has begun that read before.
      frame.writeBytes(in, Math.min(in.readableBytes(), frame.writableBytes()));
    }
    if (frame != null && !frame.isWritable()) {
      acknowledge(frame, frame.readableBytes());
      release();
    }
    if (frame == null) {
      takeFrames(in);
    }
  }

  private void takeFrames(ByteBuf in) throws BadRequest {
    while (in.isReadable()) {
      if (headerBytes == 0 && in.readableBytes() >= Frames.HEADER) {
        begin(in.readInt(), in);
      } else {
        header = (header << Byte.SIZE) | in.readUnsignedByte();
        if (++headerBytes == Frames.HEADER) {
          headerBytes = 0;
          begin(header, in);
        }
      }
    }
  }

  private void begin(int length, ByteBuf in) throws BadRequest {
    if (in.readableBytes() < Frames.checked(length)) {
      frame = in.alloc().directBuffer(length, length).writeBytes(in);
    } else {
      acknowledge(in, length);
    }
  }

  private void acknowledge(ByteBuf in, int length) {
    int crc = store.store(in.internalNioBuffer(in.readerIndex(), length));
    in.skipBytes(length);
    statistics.count(tally, length);
    answered = true;
    answers.writeInt(crc);
  }

  private boolean insideRequest() {
    return headerBytes > 0 || frame != null;
  }

  private void release() {
    if (frame != null) {
      frame.release();
      frame = null;
    }
  }

  private void drop(ChannelHandlerContext context, ByteBuf in) {
    dropped += in.readableBytes();
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

  /** A request's time begins when first found incomplete. */
  private void watch(ChannelHandlerContext context) {
    boolean inside = insideRequest();
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

  /** A single task looks after all late requests of a connection. */
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
      } else if (insideRequest()) {
        end(context, BadRequest.streamEnded());
      } else {
        send(context); // A ring tells of the end before it tells that the read is complete.
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }
    super.userEventTriggered(context, event);
  }

  /** Refuses, and closes after the client has read all answers; see the sample's reasons. */
  private void end(ChannelHandlerContext context, String reason) {
    LOG.log(Level.WARNING, () -> context.channel().remoteAddress() + " " + reason);
    leaving = true;
    release();
    ByteBuf last = answers == null ? context.alloc().directBuffer(ANSWER_BYTES) : answers;
    answers = null;
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
  public void handlerRemoved(ChannelHandlerContext context) {
    release();
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
