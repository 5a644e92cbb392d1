package paper;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The CAL paper's upload server: a client sends chunks, each with its length, for a database. */
public final class Server {
  private final ServerSocket listener;
  private final Database database = new Database();

  Server(int port) throws IOException {
    listener = new ServerSocket(port);
  }

  public static void main(String[] args) throws IOException {
    Server server = new Server(Integer.parseInt(args[0]));
    System.out.println("listening on " + server.listener.getLocalPort());
    while (server.start())
      ;
  }

  boolean start() throws IOException {
    Connection connection = new Connection(listener.accept(), database);
    while (connection.upload())
      ;
    return true;
  }
}

final class Connection implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final DataOutputStream out;
  private final Database database;

  Connection(Socket socket, Database database) throws IOException {
    this.socket = socket;
    this.database = database;
    in = socket.getInputStream();
    out = new DataOutputStream(socket.getOutputStream());
  }

  /** Answers with the sum of a chunk; with the number of all chunks if the chunk is empty. */
  boolean upload() throws IOException {
    int length = in.read();
    if (length < 0) {
      close();
      return false;
    }
    out.writeInt(length == 0 ? Database.count(0) : database.store(in.readNBytes(length)));
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

final class Database {
  private static int stored;
  private final Map<Integer, byte[]> chunks = new HashMap<>();

  int store(byte[] chunk) {
    int sum = Arrays.hashCode(chunk);
    keep(sum, chunk);
    count(1);
    return sum;
  }

  private void keep(int sum, byte[] chunk) {
    chunks.put(sum, chunk);
  }

  static int count(int more) {
    return stored += more;
  }
}
