package cal.bench.micro;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * 64 bytes to a server of the same JVM over loopback, and back, by the same client: what a server's
 * read and write cost, with all that lies between; nanoseconds an echo, bytes with gc.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class StreamBenchmark {
  /** For JMH. */
  public StreamBenchmark() {}

  /** A server and its client, a blocking channel, which no model has a part in. */
  abstract static class Echo {
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(EchoConnection.SIZE);
    private SocketChannel client;
    private AutoCloseable server;

    void open(AutoCloseable listening, SocketAddress address) throws IOException {
      server = listening;
      client = SocketChannel.open(address);
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    int exchange() throws IOException {
      bytes.clear();
      client.write(bytes);
      bytes.clear();
      while (bytes.hasRemaining()) {
        if (client.read(bytes) < 0) {
          throw new EOFException("the server has gone");
        }
      }
      return bytes.position();
    }

    /** Ends both. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
      client.close();
      server.close();
    }
  }

  /** The sockets of a server whose activities run on an event loop. */
  @State(Scope.Thread)
  public static class Woven extends Echo {
    /** For JMH. */
    public Woven() {}

    /** Starts it; accepting is an activity. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      EchoServer server = new EchoServer();
      server.run();
      open(server, server.address());
    }
  }

  /** The JDK's sockets, on a virtual thread. */
  @State(Scope.Thread)
  public static class OnVirtualThread extends Echo {
    /** For JMH. */
    public OnVirtualThread() {}

    /** Starts it. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      EchoByHand server = new EchoByHand();
      open(server, server.address());
    }
  }

  /** A channel and a selector, on a thread of their own. */
  @State(Scope.Thread)
  public static class OnSelector extends Echo {
    private SelectorThread selector;

    /** For JMH. */
    public OnSelector() {}

    /** Starts it. */
    @Setup(Level.Trial)
    public void open() throws IOException {
      ServerSocketChannel server = ServerSocketChannel.open();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      selector = new SelectorThread();
      selector.serve(server);
      open(server, server.getLocalAddress());
    }

    @Override
    public void close() throws Exception {
      super.close();
      selector.close();
    }
  }

  /** Woven, under {@code reactive}. */
  @Benchmark
  @Fork(
      jvmArgsAppend = {"-Dcal.stage.accepted.model=reactive", "-Dcal.stage.echoed.model=reactive"})
  public int echoReactive(Woven echo) throws IOException {
    return echo.exchange();
  }

  /** The baseline: the same connection, plain. */
  @Benchmark
  public int echoOnVirtualThread(OnVirtualThread echo) throws IOException {
    return echo.exchange();
  }

  /** Without streams. */
  @Benchmark
  public int echoOnSelector(OnSelector echo) throws IOException {
    return echo.exchange();
  }
}
