package framework;

import org.hsqldb.server.Server;

/** HSQLDB in server mode, over a database in memory. Runs to SIGTERM. */
public final class HsqldbMain {
  private HsqldbMain() {}

  /** Prints the port, which is the argument. */
  public static void main(String[] arguments) {
    Server server = new Server();
    server.setLogWriter(null);
    server.setErrWriter(null);
    server.setDatabaseName(0, "test");
    server.setDatabasePath(0, "mem:test");
    server.setAddress("127.0.0.1");
    server.setPort(Integer.parseInt(arguments[0]));
    server.start();
    System.out.println("port " + server.getPort());
  }
}
