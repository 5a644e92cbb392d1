package adopted.h2;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import org.h2.tools.Server;

/** H2's TCP server over databases in memory; it stops when standard input ends. */
public final class Main {
  private Main() {}

  /** A function of the database: which thread serves the connection. */
  public static String thread() {
    return Thread.currentThread().toString();
  }

  public static void main(String[] args) throws SQLException, IOException {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    System.out.println("port " + server.getPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    server.stop();
    System.out.println("stopped");
  }
}
