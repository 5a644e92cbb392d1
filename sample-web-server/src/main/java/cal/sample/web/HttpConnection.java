package cal.sample.web;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * A conversation in HTTP/1.1 or 1.0 (RFC 9112). Requests that came together are answered in one
 * step, up to 16 of them, and their answers leave together.
 *
 * <p>Thread-safe as a {@link Connection} is.
 */
final class HttpConnection implements Connection {
  private static final int BATCH = 16;
  private static final Logger LOG = System.getLogger(Connection.class.getName());

  private final Socket socket;
  private final Socket layered;
  private final Site site;
  private final Acceptor acceptor;
  private final Input in;
  private final Output out;

  /**
   * Opens the conversation.
   *
   * @param socket the client's, which tells its address and ends the conversation
   * @param layered the socket to read from and write to: the same, or TLS above it
   */
  HttpConnection(Socket socket, Socket layered, Site site, Acceptor acceptor) throws IOException {
    this.socket = socket;
    this.layered = layered;
    this.site = site;
    this.acceptor = acceptor;
    this.out = new Output(layered.getOutputStream());
    this.in = new Input(socket, layered.getInputStream(), out, site.limits(), layered != socket);
  }

  @Override
  public boolean serve() {
    boolean inside = false;
    try {
      if (in.awaitRequest()) {
        inside = true;
        if (answerAll()) {
          return true;
        }
        Sockets.closeInPeace(socket, layered);
        return false;
      }
    } catch (SocketTimeoutException late) {
      if (inside) {
        refuse(new HttpException(408, "the rest of the request did not come in time"), null);
        Sockets.closeInPeace(socket, layered);
        return false;
      }
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " is lost: " + failure);
    }
    close();
    return false;
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

  private boolean answer() throws IOException {
    Request request = null;
    try {
      request = Head.read(in, site.limits());
      Content.read(request, in, out, site.limits());
    } catch (HttpException refused) {
      refuse(refused, request);
      return false;
    }
    boolean goesOn = request.wantsToGoOn() && acceptor.isOpen();
    send(request, ask(request), goesOn);
    return goesOn;
  }

  private Response ask(Request request) {
    try {
      return site.handler().handle(request);
    } catch (HttpException refused) {
      return Response.text(refused.status(), refused.getMessage() + "\n");
    } catch (IOException | RuntimeException failure) {
      LOG.log(Level.WARNING, () -> "cannot answer " + request.line(), failure);
      return Response.text(500, "the server cannot answer this\n");
    }
  }

  private void send(Request request, Response response, boolean goesOn) throws IOException {
    int second = Dates.now();
    boolean usual = goesOn && !request.isOld();
    byte[] bytes = usual ? response.bytes(second) : response.bytes(second, goesOn);
    int head = response.headLength() + (usual ? 0 : Response.more(goesOn));
    boolean headOnly = request.method() == Method.HEAD;
    if (headOnly || response.body() == null) {
      out.write(bytes, 0, headOnly ? head : bytes.length, goesOn && in.buffered() > 0);
    } else {
      Body.Opened body = open(request, response);
      if (body == null) {
        send(request, Response.text(500, "the server cannot read this\n"), goesOn);
        return;
      }
      try (body) {
        out.write(bytes, 0, head, false);
        body.send(out);
      }
    }
    note(request, response.status(), headOnly ? 0 : response.length());
  }

  private static Body.Opened open(Request request, Response response) {
    try {
      return response.body().open();
    } catch (IOException failure) {
      LOG.log(Level.WARNING, () -> "cannot answer " + request.line(), failure);
      return null;
    }
  }

  private void note(Request request, int status, long bytes) {
    if (site.log() != AccessLog.NONE) {
      site.log().note(socket.getInetAddress(), request, status, bytes);
    }
  }

  private void refuse(HttpException refused, Request request) {
    LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " " + refused.getMessage());
    Response response = Response.text(refused.status(), refused.getMessage() + "\n");
    byte[] bytes = response.bytes(Dates.now(), false);
    note(request, refused.status(), response.length());
    try {
      out.write(bytes, 0, bytes.length, false);
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " could not be told: " + gone);
    }
  }

  @Override
  public void close() {
    Sockets.close(socket);
  }
}
