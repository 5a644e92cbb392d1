package cal.proactor.server;

import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Proactor;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Sends a file for each line with a name, after the length, by operations of a proactor alone. */
final class FileServer {
  private final Proactor proactor;
  private final Path root;
  private final AioHandle listener;

  FileServer(Proactor proactor, Path root, SocketAddress address) throws IOException {
    this.proactor = proactor;
    this.root = root;
    this.listener = proactor.listener(address, 0);
    listener.accept(this::accepted);
  }

  SocketAddress address() throws IOException {
    return listener.localAddress();
  }

  private void accepted(AioOperation accept) {
    if (accept.failure() == null) {
      new Connection(accept.accepted()).read();
    }
    if (proactor.isOpen()) {
      listener.accept(this::accepted);
    }
  }

  /** A client: one operation at a time. */
  private final class Connection {
    private final AioHandle client;
    private final ByteBuffer line = ByteBuffer.allocateDirect(256);
    private AioHandle file;

    Connection(AioHandle client) {
      this.client = client;
    }

    void read() {
      client.read(line, this::hasRead);
    }

    private void hasRead(AioOperation read) {
      if (read.failure() != null || read.count() < 0 || !line.hasRemaining()) {
        close(client);
      } else if (line.get(line.position() - 1) != '\n') {
        read();
      } else {
        send(StandardCharsets.UTF_8.decode(line.flip()).toString().strip());
      }
    }

    private void send(String name) {
      try {
        Path path = root.resolve(Path.of(name).getFileName());
        long length = Files.size(path);
        ByteBuffer header = StandardCharsets.US_ASCII.encode(length + "\n");
        file = proactor.file(path, Set.of(StandardOpenOption.READ));
        client.transmit(file, 0, length, header, null, this::hasSent);
      } catch (IOException missing) {
        close(client);
      }
    }

    private void hasSent(AioOperation sent) {
      close(file);
      if (sent.failure() == null) {
        line.clear();
        read();
      } else {
        close(client);
      }
    }
  }

  private static void close(AioHandle handle) {
    try {
      handle.close();
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
