package cal.sample.upload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client of either service; each read fails after 30 s without a byte. */
final class Client implements AutoCloseable {

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  Client(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(30_000);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  static byte[] frame(byte[] payload) {
    return ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
  }

  void send(byte... bytes) throws IOException {
    out.write(bytes);
  }

  void sendLine(String line) throws IOException {
    send((line + "\n").getBytes(ISO_8859_1));
  }

  int readAcknowledgement() throws IOException {
    return in.readInt();
  }

  int upload(byte[] payload) throws IOException {
    send(frame(payload));
    return readAcknowledgement();
  }

  /** Reads one byte; -1 at the end of the stream. */
  int read() throws IOException {
    return in.read();
  }

  String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
      line.append((char) c);
    }
    return line.toString();
  }

  String ask(String line) throws IOException {
    sendLine(line);
    return readLine();
  }

  /** The server's answer to {@code STATS}. */
  List<String> askReport() throws IOException {
    sendLine("STATS");
    return readReport();
  }

  /** Reads lines to END or, where the server refuses, the one line that says so. */
  List<String> readReport() throws IOException {
    List<String> lines = new ArrayList<>();
    do {
      lines.add(readLine());
    } while (!lines.getLast().equals("END") && !lines.getLast().startsWith("ERR "));
    return lines;
  }

  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Leaves without a farewell: RST. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  void readTimeout(Duration timeout) throws SocketException {
    socket.setSoTimeout((int) timeout.toMillis());
  }

  int serverPort() {
    return socket.getPort();
  }

  /** The port that the server knows this client by. */
  int localPort() {
    return socket.getLocalPort();
  }

  /** The address that the server knows this client by. */
  String address() {
    return socket.getLocalSocketAddress().toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
