package framework;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;

/** A resource of Jersey on Grizzly, as they come. */
public final class JerseyMain {
  private JerseyMain() {}

  /** Made by Jersey. */
  @Path("/")
  public static final class Answer {
    /** For Jersey. */
    public Answer() {}

    /** Answers any path. */
    @GET
    @Path("{path}")
    public String get(@PathParam("path") String path) {
      return Host.answer("/" + path);
    }
  }

  public static void main(String[] args) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + (args.length == 0 ? 0 : Integer.parseInt(args[0])));
    HttpServer server =
        GrizzlyHttpServerFactory.createHttpServer(uri, new ResourceConfig(Answer.class), true);
    Host.serves(
        server.getListener("grizzly").getPort(), () -> server.shutdown(30, TimeUnit.SECONDS).get());
  }
}
