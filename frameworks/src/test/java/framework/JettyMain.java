package framework;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;

/** A handler on Jetty, as it comes. */
public final class JettyMain {
  private JettyMain() {}

  private static final class Answer extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback done) {
      String answer = Host.answer(request.getHttpURI().getPath());
      Content.Sink.write(response, true, answer, done);
      return true;
    }
  }

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setPort(args.length == 0 ? 0 : Integer.parseInt(args[0]));
    server.addConnector(connector);
    server.setHandler(new GracefulHandler(new Answer()));
    server.setStopTimeout(30_000);
    server.start();
    Host.serves(connector.getLocalPort(), server::stop);
    server.join();
  }
}
