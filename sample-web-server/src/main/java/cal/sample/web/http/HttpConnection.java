package cal.sample.web.http;

import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import cal.sample.web.net.Sockets;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Objects;

/**
 * A conversation in HTTP/1.1 or 1.0 (RFC 9112). Up to 16 requests that came together are answered
 * in a step, and their answers leave together.
 *
 * <p>Thread-safe like a {@link Connection}.
 */
public final class HttpConnection implements Connection {
  private static final int BATCH = 16;
  private static final Logger LOG = System.getLogger(Connection.class.getName());

  private final Socket socket;
  private final Socket layered;
  private final Handler handler;
  private final Acceptor acceptor;
  private final Input in;
  private final Output out;

  /** The request under way; null before. */
  private Incoming incoming;

  /**
   * Opens the conversation.
   *
   * @param socket the client's
   * @param layered the socket to read and write: the same, or TLS above
   */
  public HttpConnection(
      Socket socket, Socket layered, Input in, Output out, Handler handler, Acceptor acceptor) {
    this.socket = socket;
    this.layered = layered;
    this.handler = handler;
    this.acceptor = acceptor;
    this.in = in;
    this.out = out;
  }

  @Override
  public boolean serve() {
    try {
      if (in.awaitRequest()) {
        if (answerAll()) {
          return true;
        }
        layered.shutdownOutput();
        Sockets.closeInPeace(socket);
        return false;
      }
      tellTheEnd();
    } catch (SocketTimeoutException idle) {
      tellTheEnd();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, () -> this + " is lost: " + failure);
    }
    close();
    return false;
  }

  /** TLS has a word for the end, so nobody else can cut a conversation (RFC 9112, 9.8). */
  private void tellTheEnd() {
    try {
      if (layered != socket) {
        layered.shutdownOutput();
      }
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, () -> this + " could not be told: " + gone);
    }
  }

  private boolean answerAll() throws IOException {
    int count = 0;
    boolean goesOn;
    do {
      goesOn = answer();
      count++;
    } while (goesOn && count < BATCH && in.buffered() > 0 && in.awaitRequest());
    out.rest();
    return goesOn;
  }

  /**
   * Answers a request whose first byte is in the input; false where the conversation ends.
   *
   * @throws IOException of the input, where a further call goes on with the request; or if the
   *     client is lost
   */
  public boolean answer() throws IOException {
    if (incoming == null) {
      incoming = new Incoming();
    }
    Request request;
    try {
      request = incoming.read(in, out);
    } catch (HttpException refused) {
      refuse(refused, incoming.request());
      return false;
    }
    incoming = null;
    boolean goesOn = request.wantsToGoOn() && acceptor.isOpen();
    answer(request, goesOn);
    return goesOn;
  }

  private Response ask(Request request) {
    try {
      return Objects.requireNonNull(handler.handle(request), "the answer of a handler");
    } catch (HttpException refused) {
      return Response.text(refused.status(), refused.getMessage() + "\n");
    } catch (IOException | RuntimeException | Error failure) {
      // An error, too: a class that a handler misses is not the others' end.
      LOG.log(Level.WARNING, "cannot answer " + request.line(), failure);
      return Response.text(500, "the server cannot answer this\n");
    }
  }

  private void answer(Request request, boolean goesOn) throws IOException {
    Response response = ask(request);
    boolean headOnly = request.isHead();
    if (headOnly || response.body() == null) {
      send(request, response, headOnly, goesOn);
      return;
    }
    Body.Opened body = open(response, false);
    if (body == null) { // another version of the file is the answer
      response = ask(request);
      body = response.body() == null ? null : open(response, true);
      if (body == null && response.body() != null) {
        response = Response.text(500, "the server cannot read this\n");
      }
    }
    try (Body.Opened opened = body) {
      send(request, response, opened != null, goesOn);
      if (opened != null) {
        opened.send(out);
      }
    }
  }

  private static Body.Opened open(Response response, boolean asIs) {
    try {
      return response.body().open(asIs);
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "a file has changed, or cannot be opened", failure);
      return null;
    }
  }

  private void send(Request request, Response response, boolean headOnly, boolean goesOn)
      throws IOException {
    boolean usual = goesOn && !request.isOld();
    byte[] bytes = usual ? response.bytes() : response.bytes(goesOn);
    int length = headOnly ? bytes.length - response.contentLength() : bytes.length;
    boolean more = goesOn && in.buffered() > 0 && response.body() == null;
    out.write(bytes, 0, length, more);
  }

  private void refuse(HttpException refused, Request request) {
    LOG.log(Level.DEBUG, () -> this + " " + refused.getMessage());
    Response response = Response.text(refused.status(), refused.getMessage() + "\n");
    byte[] bytes = response.bytes(false);
    boolean headOnly = request == null ? in.startsWith("HEAD ") : request.isHead();
    try {
      out.write(bytes, 0, bytes.length - (headOnly ? response.contentLength() : 0), false);
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, () -> this + " could not be told: " + gone);
    }
  }

  @Override
  public void close() {
    Sockets.close(socket);
  }

  @Override
  public String toString() {
    return "HttpConnection " + socket.getRemoteSocketAddress();
  }
}
