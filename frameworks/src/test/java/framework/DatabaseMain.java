package framework;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import javax.management.ObjectName;
import org.h2.tools.Server;

/** H2 in server mode, over databases in memory. A line of standard input names another model. */
public final class DatabaseMain {
  private DatabaseMain() {}

  /** Prints the port, and a line for each change. */
  public static void main(String[] arguments) throws Exception {
    Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    System.out.println("port " + server.getPort());
    try (Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (lines.hasNextLine()) {
        String[] settings = {"cal.model=" + lines.nextLine()};
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("org.calaspects:type=CalRuntime"),
                "change",
                new Object[] {settings},
                new String[] {String[].class.getName()});
        System.out.println("changed");
      }
    }
  }
}
