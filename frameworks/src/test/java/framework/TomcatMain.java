package framework;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/** A servlet on Tomcat, as it comes. */
public final class TomcatMain {
  private TomcatMain() {}

  private static final class Answer extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().write(Host.answer(request.getRequestURI()));
    }
  }

  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    tomcat.setPort(args.length == 0 ? 0 : Integer.parseInt(args[0]));
    Connector connector = tomcat.getConnector();
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "answer", new Answer());
    context.addServletMappingDecoded("/", "answer");
    tomcat.start();
    Host.serves(
        connector.getLocalPort(),
        () -> {
          connector.pause();
          connector.getProtocolHandler().closeServerSocketGraceful();
          ExecutorService workers = (ExecutorService) connector.getProtocolHandler().getExecutor();
          workers.shutdown();
          workers.awaitTermination(30, TimeUnit.SECONDS);
          tomcat.stop();
        });
    tomcat.getServer().await();
  }
}
