package cal.core.contract;

import cal.core.spi.ActivityScheduler;
import cal.core.spi.CapturedActivity;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.SocketProvider;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import cal.core.spi.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An event loop as the core sees it, for tests: it says that it is one, and has sockets of its own.
 * It is none: each activity has a daemon thread.
 */
public final class LoopModel implements ConcurrencyModel {
  /** A listening socket that can be told from the JDK's. */
  public static final class LoopServerSocket extends ServerSocket {
    private boolean ownBacklog;

    LoopServerSocket() throws IOException {}

    @Override
    public void bind(SocketAddress local) throws IOException {
      ownBacklog = true;
      super.bind(local);
    }

    public boolean ownBacklog() {
      return ownBacklog;
    }

    @Override
    public String toString() {
      return "LoopServerSocket" + (ownBacklog ? " with its own backlog" : "");
    }
  }

  /** A client socket that can be told from the JDK's. */
  static final class LoopSocket extends Socket {
    @Override
    public String toString() {
      return "LoopSocket";
    }
  }

  /** Makes both, moves whole streams by counting them, keeps seven bytes, tells of lookups. */
  public static class Sockets implements SocketProvider {
    @Override
    public ServerSocket serverSocket() throws IOException {
      return new LoopServerSocket();
    }

    @Override
    public Socket socket() throws IOException {
      return new LoopSocket();
    }

    @Override
    public OptionalLong transfer(InputStream from, OutputStream to) throws IOException {
      return to == System.out ? OptionalLong.of(-from.available()) : OptionalLong.empty();
    }

    @Override
    public OptionalLong transfer(FileChannel from, long position, long count, OutputStream to) {
      return to == System.out ? OptionalLong.of(-position - count) : OptionalLong.empty();
    }

    @Override
    public List<ReadAheadStatus> readAhead() {
      return List.of(new ReadAheadStatus("test-loop-1", 7, 1000));
    }

    @Override
    public <T> T lookUp(Lookup<T> lookup) throws IOException {
      System.out.print("looked up, ");
      return lookup.call();
    }
  }

  /** For {@link java.util.ServiceLoader}. */
  public LoopModel() {}

  @Override
  public String name() {
    return "test-loop";
  }

  @Override
  public String whenToChoose() {
    return "in tests";
  }

  @Override
  public boolean eventLoop() {
    return true;
  }

  @Override
  public ActivityScheduler open(Stage stage) {
    return new ActivityScheduler() {
      @Override
      public void start(CapturedActivity activity) {
        Thread.ofPlatform().daemon().name(stage.nextThreadName()).start(new Task(stage, activity));
      }

      @Override
      public Optional<SocketProvider> sockets() {
        return Optional.of(new Sockets());
      }

      @Override
      public List<CapturedActivity> close() {
        return List.of();
      }
    };
  }
}
