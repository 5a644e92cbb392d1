package cal.bench.web;

import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.DATE;
import static io.netty.handler.codec.http.HttpHeaderNames.IF_MODIFIED_SINCE;
import static io.netty.handler.codec.http.HttpHeaderNames.LAST_MODIFIED;
import static io.netty.handler.codec.http.HttpResponseStatus.METHOD_NOT_ALLOWED;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_MODIFIED;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;
import static io.netty.handler.codec.http.HttpVersion.HTTP_1_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Instant;

/** Answers the requests of one connection; those that came together are flushed together. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the connection
final class NettyFileHandler extends ChannelInboundHandlerAdapter {
  private final NettyFileCache files;
  private long second;
  private String date = "";

  NettyFileHandler(NettyFileCache files) {
    this.files = files;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
    try {
      if (message instanceof HttpRequest request) {
        answer(context, request);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }

  private void answer(ChannelHandlerContext context, HttpRequest request) throws IOException {
    boolean get = request.method().equals(HttpMethod.GET);
    if (!request.decoderResult().isSuccess()
        || (!get && !request.method().equals(HttpMethod.HEAD))) {
      empty(context, request, METHOD_NOT_ALLOWED, EmptyHttpHeaders.INSTANCE);
      return;
    }
    NettyFileCache.Entry file = files.get(new QueryStringDecoder(request.uri()).path());
    if (file == null) {
      HttpHeaders none = new DefaultFullHttpResponse(HTTP_1_1, NOT_FOUND).headers();
      empty(context, request, NOT_FOUND, none.set(CONTENT_LENGTH, 0));
    } else if (isFresh(request, file)) {
      empty(context, request, NOT_MODIFIED, EmptyHttpHeaders.INSTANCE);
    } else if (!get) {
      empty(context, request, OK, file.headers());
    } else if (file.content() != null) {
      body(context, request, file.headers(), file.content().retainedDuplicate());
    } else {
      HttpResponse head = new DefaultHttpResponse(HTTP_1_1, OK);
      head.headers().set(file.headers());
      context.write(dated(head, request));
      context.write(new DefaultFileRegion(file.file(), 0, file.length()));
      end(context.write(LastHttpContent.EMPTY_LAST_CONTENT), request);
    }
  }

  private static boolean isFresh(HttpRequest request, NettyFileCache.Entry file) {
    String since = request.headers().get(IF_MODIFIED_SINCE);
    return since != null && since.equals(file.headers().get(LAST_MODIFIED));
  }

  private void empty(
      ChannelHandlerContext context,
      HttpRequest request,
      HttpResponseStatus status,
      HttpHeaders headers) {
    DefaultFullHttpResponse answer =
        new DefaultFullHttpResponse(HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
    answer.headers().set(headers);
    end(context.write(dated(answer, request)), request);
  }

  private void body(
      ChannelHandlerContext context, HttpRequest request, HttpHeaders headers, ByteBuf content) {
    DefaultFullHttpResponse answer = new DefaultFullHttpResponse(HTTP_1_1, OK, content);
    answer.headers().set(headers);
    end(context.write(dated(answer, request)), request);
  }

  private HttpResponse dated(HttpResponse answer, HttpRequest request) {
    long millis = System.currentTimeMillis();
    if (millis / 1000 != second) {
      second = millis / 1000;
      date = NettyFileCache.date(Instant.ofEpochMilli(millis));
    }
    answer.headers().set(DATE, date);
    HttpUtil.setKeepAlive(answer, HttpUtil.isKeepAlive(request));
    return answer;
  }

  private static void end(ChannelFuture written, HttpRequest request) {
    if (!HttpUtil.isKeepAlive(request)) {
      written.addListener(ChannelFutureListener.CLOSE);
    }
  }
}
