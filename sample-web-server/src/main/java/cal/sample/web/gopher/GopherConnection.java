package cal.sample.web.gopher;

import cal.sample.web.files.ContentTypes;
import cal.sample.web.files.FileSystem;
import cal.sample.web.files.Resource;
import cal.sample.web.http.Body;
import cal.sample.web.http.Output;
import cal.sample.web.http.Response;
import cal.sample.web.net.Connection;
import cal.sample.web.net.Sockets;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A conversation in Gopher: a selector in, a file or the menu of a folder out, and the end. A file
 * is sent as it is, without the last line of RFC 1436.
 *
 * <p>Thread-safe like a {@link Connection}.
 */
public final class GopherConnection implements Connection {
  private static final int SELECTOR = 1_024;
  private static final Logger LOG = System.getLogger(Connection.class.getName());

  private final Socket socket;
  private final FileSystem files;

  /**
   * Opens the conversation.
   *
   * @param files of the menus
   * @param idleMillis for the next byte of a client
   */
  public GopherConnection(Socket socket, FileSystem files, int idleMillis) throws IOException {
    socket.setSoTimeout(idleMillis);
    this.socket = socket;
    this.files = files;
  }

  @Override
  public boolean serve() {
    try {
      String path = selector(new BufferedInputStream(socket.getInputStream(), SELECTOR));
      answer(path, new Output(socket.getOutputStream(), true));
      socket.shutdownOutput();
      Sockets.closeInPeace(socket);
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, () -> socket.getRemoteSocketAddress() + " is lost: " + failure);
    }
    close();
    return false;
  }

  /** Reads a line up to CR LF, or to the words of a search, as a path from a slash on. */
  private static String selector(InputStream in) throws IOException {
    byte[] line = new byte[SELECTOR];
    int count = 0;
    while (count == 0 || line[count - 1] != '\n') {
      int more = count == SELECTOR ? -1 : in.read(line, count, 1);
      if (more < 0) {
        throw new IOException("a selector without an end");
      }
      count += more;
    }
    String text = new String(line, 0, count, StandardCharsets.UTF_8).split("[\t\r\n]", 2)[0];
    return text.startsWith("/") ? text : "/" + text;
  }

  private void answer(String path, Output out) throws IOException {
    boolean legal = FileSystem.isPlain(path);
    Path folder = legal ? files.directory(path) : null;
    Resource file = legal && folder == null ? files.find(path) : null;
    if (folder != null) {
      send(menu(path.endsWith("/") ? path : path + "/", folder), out);
    } else if (file != null) {
      send(file.ok(), out);
    } else {
      send(item('3', "not found", "") + ".\r\n", out);
    }
  }

  private static void send(String text, Output out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length, false);
  }

  private static void send(Response file, Output out) throws IOException {
    if (file.body() == null) {
      byte[] content = file.content(0, file.contentLength());
      out.write(content, 0, content.length, false);
      return;
    }
    try (Body.Opened body = file.body().open(true)) {
      body.send(out);
    }
  }

  /** The entries of a folder by name: folders, text, and others; names with a dot are hidden. */
  private String menu(String path, Path folder) throws IOException {
    List<String> items = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "[!.]*")) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.chars().allMatch(c -> c >= ' ')) {
          items.add(item(Files.isDirectory(entry) ? '1' : type(name), name, path + name));
        }
      }
    }
    items.sort(null);
    return String.join("", items) + ".\r\n";
  }

  private static char type(String name) {
    return ContentTypes.of(name).startsWith("text/") ? '0' : '9';
  }

  private String item(char type, String name, String selector) {
    String host = socket.getLocalAddress().getHostAddress();
    return type + name + "\t" + selector + "\t" + host + "\t" + socket.getLocalPort() + "\r\n";
  }

  @Override
  public void close() {
    Sockets.close(socket);
  }

  @Override
  public String toString() {
    return "GopherConnection " + socket.getRemoteSocketAddress();
  }
}
