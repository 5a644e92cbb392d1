package cal.bench.adopted;

import java.sql.SQLException;
import org.h2.tools.Server;

/** H2's TCP server over databases in memory. */
final class DatabaseHost {
  private DatabaseHost() {}

  public static void main(String[] arguments) throws SQLException {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    System.out.println("listening on 127.0.0.1:" + server.getPort());
  }
}
