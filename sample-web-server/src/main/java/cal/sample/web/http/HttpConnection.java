package cal.sample.web.http;

import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import cal.sample.web.net.Sockets;
import cal.sample.web.net.TimedInput;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.net.SocketTimeoutException;

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
  private final Site site;
  private final Acceptor acceptor;
  private final Input in;
  private final Output out;

  /**
   * Opens the conversation.
   *
   * @param socket the client's, with the address and the end of the conversation
   * @param input of the socket
   * @param layered the socket to write to: the same, or TLS above, which reads the input
   */
  HttpConnection(Socket socket, TimedInput input, Socket layered, Site site, Acceptor acceptor)
      throws IOException {
    this.socket = socket;
    this.layered = layered;
    this.site = site;
    this.acceptor = acceptor;
    this.out = new Output(layered.getOutputStream(), layered == socket);
    InputStream stream = layered == socket ? input : layered.getInputStream();
    this.in = new Input(input, stream, out, site.limits());
  }

  @Override
  public boolean serve() {
    try {
      if (in.awaitRequest()) {
        if (answerAll()) {
          in.rest();
          return true;
        }
        endOutput();
        Sockets.closeInPeace(socket);
        return false;
      }
      tellTheEnd();
    } catch (SocketTimeoutException idle) {
      tellTheEnd();
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " is lost: " + failure);
    }
    close();
    return false;
  }

  /** TLS has a word for the end, so nobody else can cut a conversation (RFC 9112, 9.8). */
  private void tellTheEnd() {
    try {
      if (layered != socket) {
        endOutput();
      }
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " could not be told: " + gone);
    }
  }

  private void endOutput() throws IOException {
    out.begin();
    layered.shutdownOutput();
    out.end();
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
    try (Share share = new Share(site.contents())) {
      return answer(share);
    }
  }

  private boolean answer(Share share) throws IOException {
    Request request = null;
    try {
      request = Head.read(in, site.limits());
      request.from(socket);
      Content.read(request, in, out, site.limits(), share);
    } catch (HttpException refused) {
      refuse(refused, request);
      return false;
    } catch (Input.LateException late) {
      refuse(new HttpException(408, late.getMessage()), request);
      return false;
    }
    boolean goesOn = request.wantsToGoOn() && acceptor.isOpen();
    send(request, ask(request), goesOn);
    return goesOn;
  }

  private Response ask(Request request) {
    try {
      Response response = site.handler().handle(request);
      if (response != null) {
        return response;
      }
      site.failures().tell("a handler has no answer to " + request.line(), null);
      return Response.text(500, "the server cannot answer this\n");
    } catch (HttpException refused) {
      return Response.text(refused.status(), refused.getMessage() + "\n");
    } catch (IOException | RuntimeException | Error failure) {
      // An error, too: a class that a handler misses is not the others' end.
      site.failures().tell("cannot answer " + request.line(), failure);
      return Response.text(500, "the server cannot answer this\n");
    }
  }

  private void send(Request request, Response response, boolean goesOn) throws IOException {
    boolean headOnly = request.method() == Method.HEAD;
    if (headOnly || response.body() == null) {
      send(request, response, null, goesOn);
      return;
    }
    Response last = response;
    Body.Opened body = open(last, false);
    if (body == null) {
      // The file has another version: that is the answer.
      last = ask(request);
      body = last.body() == null ? null : open(last, true);
      if (body == null && last.body() != null) {
        site.failures().tell("cannot open the file of " + request.line(), null);
        last = Response.text(500, "the server cannot read this\n");
      }
    }
    try (Body.Opened opened = body) {
      send(request, last, opened, goesOn);
    }
  }

  private static Body.Opened open(Response response, boolean grown) {
    try {
      return response.body().open(grown);
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, "a file has changed", failure);
      return null;
    }
  }

  private void send(Request request, Response response, Body.Opened body, boolean goesOn)
      throws IOException {
    boolean usual = goesOn && !request.isOld();
    int second = Dates.now();
    byte[] bytes = usual ? response.bytes(second) : response.bytes(second, goesOn);
    int head = response.headLength() + (usual ? 0 : Response.more(goesOn));
    boolean headOnly = body == null && request.method() == Method.HEAD;
    int length = body != null || headOnly ? head : bytes.length;
    out.write(bytes, 0, length, body == null && goesOn && in.buffered() > 0);
    if (body != null) {
      body.send(out);
    }
  }

  private void refuse(HttpException refused, Request request) {
    LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " " + refused.getMessage());
    Response response = Response.text(refused.status(), refused.getMessage() + "\n");
    byte[] bytes = response.bytes(Dates.now(), false);
    boolean headOnly = request == null ? in.startsWith("HEAD ") : request.method() == Method.HEAD;
    int head = response.headLength() + Response.more(false);
    try {
      out.write(bytes, 0, headOnly ? head : bytes.length, false);
    } catch (IOException gone) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " could not be told: " + gone);
    }
  }

  @Override
  public boolean watch() {
    if (out.isStuck(site.limits().writeMillis() * 1_000_000L)) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " does not take its answer");
      Sockets.reset(socket);
    }
    return !socket.isClosed();
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
