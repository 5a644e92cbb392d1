package cal.bench.adopted;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** One connection to an adopted server, in a closed loop. For one thread at a time. */
interface AdoptedClient extends AutoCloseable {
  /** Asks once, and checks the answer. */
  void exchange() throws IOException, SQLException;

  @Override
  void close() throws IOException, SQLException;

  /** Lines of text over a socket. */
  abstract class Lines implements AdoptedClient {
    private static final int TIMEOUT_MILLIS = 30_000;

    final Socket socket;
    final InputStream in;

    Lines(InetSocketAddress server) throws IOException {
      socket = new Socket(server.getAddress(), server.getPort());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    }

    void send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0) {
          throw new IOException("the server has closed after '" + line + "'");
        }
        line.append((char) c);
      }
      return line.toString().strip();
    }

    static void require(String expected, String answer) throws IOException {
      if (!answer.startsWith(expected)) {
        throw new IOException("expected " + expected + ", and got " + answer);
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** A small page, on a connection that is kept alive. */
  final class OfHttp extends Lines {
    OfHttp(InetSocketAddress server) throws IOException {
      super(server);
    }

    @Override
    public void exchange() throws IOException {
      send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
      require("HTTP/1.1 200", line());
      int length = 0;
      for (String header = line(); !header.isEmpty(); header = line()) {
        if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
          length = Integer.parseInt(header.substring(15).strip());
        }
      }
      require("hello", new String(in.readNBytes(length), StandardCharsets.US_ASCII));
    }
  }

  /** A command that the server answers from memory. */
  final class OfFtp extends Lines {
    OfFtp(InetSocketAddress server) throws IOException {
      super(server);
      require("220", line());
      send("USER user\r\n");
      require("331", line());
      send("PASS password\r\n");
      require("230", line());
    }

    @Override
    public void exchange() throws IOException {
      send("PWD\r\n");
      require("257", line());
    }
  }

  /** Two updates of an account of its own, and a commit. */
  final class OfDatabase implements AdoptedClient {
    private final Connection connection;
    private final PreparedStatement move;

    OfDatabase(Driver driver, InetSocketAddress server, int id) throws SQLException {
      String url = "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:bank;DB_CLOSE_DELAY=-1";
      connection = driver.connect(url, new Properties());
      try (Statement statement = connection.createStatement()) {
        statement.execute("create table if not exists account(id int primary key, amount int)");
        statement.execute("merge into account values(" + id + ", 100)");
      }
      connection.setAutoCommit(false);
      move = connection.prepareStatement("update account set amount = amount + ? where id = " + id);
    }

    @Override
    public void exchange() throws SQLException {
      for (int by = -1; by <= 1; by += 2) {
        move.setInt(1, by);
        if (move.executeUpdate() != 1) {
          throw new SQLException("no row was updated");
        }
      }
      connection.commit();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /** The driver of the server's own release, which is not the one on this class path. */
  @SuppressWarnings("resource") // it lives as long as the driver
  static Driver driver(Path jar) {
    try {
      ClassLoader loader =
          new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
      return (Driver) loader.loadClass("org.h2.Driver").getDeclaredConstructor().newInstance();
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalArgumentException("no driver of H2 in " + jar, e);
    }
  }
}
