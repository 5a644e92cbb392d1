package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.reactive.internal.buffer.KeptBytes;
import cal.reactive.internal.buffer.ReadAhead;
import cal.reactive.internal.buffer.Scratch;
import cal.reactive.internal.group.Loops;
import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The bytes that loops keep of input that nobody has asked for: a peer decides how many come, not
 * how many are kept.
 */
class ReadAheadTest extends LoopFixture {
  private static final int FLOOD = 100_000;
  private static final int LITTLE = 8 << 10;

  /** Clients that send much to activities which read one byte, and then wait to read the rest. */
  private final class Flood {
    final List<CompletableFuture<byte[]>> received = new ArrayList<>();
    final CountDownLatch goOn = new CountDownLatch(1);
    final AtomicInteger begun = new AtomicInteger();
    long most;

    Flood(Loops loops, LoopSockets sockets, int clients) throws Exception {
      ServerSocket listener = listen(sockets);
      for (int i = 0; i < clients; i++) {
        Socket client = connect(listener);
        Socket server = closing(get(on(loops.place(), listener::accept)));
        client.getOutputStream().write(bytes(i));
        client.shutdownOutput();
        received.add(on(loops.place(), () -> readLate(server)));
        most = Math.max(most, loops.readAhead().bytes());
      }
      eventually("all have read", () -> begun.get() == clients);
      most = Math.max(most, loops.readAhead().bytes());
    }

    private byte[] readLate(Socket server) throws Exception {
      InputStream in = server.getInputStream();
      int first = in.read();
      begun.incrementAndGet();
      await(goOn, "the rest is wanted");
      byte[] all = new byte[FLOOD];
      all[0] = (byte) first;
      in.readNBytes(all, 1, FLOOD - 1);
      assertThat(in.read()).isEqualTo(-1);
      return all;
    }

    static byte[] bytes(int client) {
      byte[] bytes = new byte[FLOOD];
      new Random(client).nextBytes(bytes);
      return bytes;
    }

    void requireAll() throws Exception {
      goOn.countDown();
      for (int i = 0; i < received.size(); i++) {
        assertThat(Arrays.equals(get(received.get(i)), bytes(i))).as("client %s", i).isTrue();
      }
    }
  }

  @Test
  void shouldKeepLittleOfWhatNobodyAsksFor() throws Exception {
    Loops loops = loops(1, Duration.ZERO, 64 << 20);
    Flood flood = new Flood(loops, sockets(loops), 50);
    assertThat(flood.most).isPositive().isLessThanOrEqualTo(50 * LITTLE);
    flood.requireAll();
    assertThat(loops.readAhead().bytes()).isZero();
  }

  @Test
  void shouldKeepNoMoreThanTheLimitOfAllConnections() throws Exception {
    Loops loops = loops(2, Duration.ZERO, 100_000);
    Flood flood = new Flood(loops, sockets(loops), 100);
    assertThat(flood.most).isPositive().isLessThanOrEqualTo(100_000);
    flood.requireAll();
    assertThat(loops.readAhead().bytes()).isZero();
  }

  @Test
  void shouldKeepNothingWhereNothingMayBeReadAhead() throws Exception {
    Loops loops = loops(1);
    LoopSockets sockets = new LoopSockets(loops, 50, new SocketLimits(0, 0, 0));
    Flood flood = new Flood(loops, sockets, 3);
    assertThat(flood.most).isZero();
    flood.requireAll();
  }

  @Test
  void shouldGiveBackWhatNobodyWillRead() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    for (int i = 0; i < 20; i++) {
      Socket client = connect(listener);
      Socket server = closing(get(on(loops.place(), listener::accept)));
      client.getOutputStream().write(new byte[FLOOD]);
      InputStream in = server.getInputStream();
      CompletableFuture<Boolean> reader = on(loops.place(), () -> readToTheEnd(in));
      eventually("a part is read", () -> loops.readAhead().bytes() > 0 || reader.isDone());
      if (i % 2 == 0) {
        server.close();
      } else {
        server.shutdownInput();
      }
      assertThat(get(reader)).isTrue();
      eventually("nothing is kept", () -> loops.readAhead().bytes() == 0);
    }
  }

  @Test
  void shouldGiveBackWhatALostSocketKept() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    Socket client = connect(listener);
    client.getOutputStream().write(new byte[FLOOD]);
    assertThat(get(on(loops.place(), () -> listener.accept().getInputStream().read()))).isZero();
    eventually(
        "nothing is kept",
        () -> {
          System.gc();
          return loops.readAhead().bytes() == 0;
        });
  }

  /** A byte in each turn. */
  private static boolean readToTheEnd(InputStream in) {
    try {
      while (in.read() >= 0) {
        Thread.yield();
      }
    } catch (Exception closed) {
      return closed instanceof SocketException;
    }
    return true;
  }

  @Test
  void shouldFailThatConnectionAloneForWhichThereIsNoMemory() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = closing(new ServerSocket(0));
    Connection connection = new Connection(sockets(loops).services());
    closing((AutoCloseable) connection::close);
    connection.create(true);
    connection.connect(listener.getLocalSocketAddress(), 0);
    Socket peer = closing(listener.accept());
    peer.getOutputStream().write(new byte[10]);
    Scratch scratch = new Scratch(new NoMemory());
    eventually("bytes", () -> connection.available() == 10);
    SocketInput input = (SocketInput) connection.getInputStream();

    scratch.read(connection.registration(), connection.channel(), 1, new ReadAhead(9));
    assertThat(scratch.take(input, new byte[1], 0, 1)).isEqualTo(1);
    scratch.release();

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(input::read)
          .isInstanceOf(SocketException.class)
          .hasMessage("no memory was left to keep 9 bytes that had come");
    }
    assertThat(scratch.read(connection.registration(), connection.channel(), 1, new ReadAhead(9)))
        .as("goes on")
        .isZero();
  }

  private static final class NoMemory extends KeptBytes {
    NoMemory() {
      super(1000);
    }

    @Override
    protected byte[] array(int length) {
      throw new OutOfMemoryError("none for " + length);
    }
  }

  @Test
  void shouldReadMoreAheadWhileNothingIsLeftOver() {
    ReadAhead ahead = new ReadAhead(100_000);
    KeptBytes account = new KeptBytes(1000);
    List<Integer> asked = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      asked.add(ahead.next());
      ahead.filled(true);
    }
    assertThat(asked).containsExactly(8192, 16_384, 32_768, 65_536, 100_000);
    ahead.filled(false);
    assertThat(ahead.next()).as("enough so far").isEqualTo(100_000);
    ahead.filled(true);
    assertThat(ahead.keep(ByteBuffer.allocate(1), account)).isTrue();
    assertThat(ahead.next()).as("too much").isEqualTo(8192);
  }

  @Test
  void shouldHoldAnArrayThatIsLittleLongerThanWhatIsLeftInIt() {
    byte[] bytes = Flood.bytes(1);
    KeptBytes account = new KeptBytes(1 << 20);
    account.setAside(FLOOD);
    ReadAhead ahead = new ReadAhead(FLOOD);
    ahead.keep(ByteBuffer.wrap(bytes), account);
    byte[] taken = new byte[FLOOD];
    for (int at = 0; at < FLOOD; at += 10) {
      assertThat(ahead.take(taken, at, 10)).isEqualTo(10);
      assertThat(account.bytes()).isLessThanOrEqualTo(2 * (FLOOD - at - 10) + 1024);
    }
    assertThat(Arrays.equals(taken, bytes)).isTrue();
    assertThat(account.bytes()).isZero();
  }

  /** The JDK takes as much memory beside the heap as a read asks for, and keeps it. */
  @Test
  void shouldReadIntoALargeArrayElsewhereWithoutAsMuchMemoryBesides() throws Exception {
    Loops loops = loops(1);
    ServerSocket listener = listen(sockets(loops));
    Socket client = connect(listener);
    Socket server = closing(listener.accept());
    client.getOutputStream().write(1);
    byte[] large = new byte[32 << 20];
    long before = directMemory();
    CompletableFuture<Long> reader =
        elsewhere(
            () -> {
              assertThat(server.getInputStream().read(large)).isEqualTo(1);
              return directMemory();
            });
    assertThat(get(reader) - before).isLessThan(large.length);
  }

  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void shouldGiveBackWhatWasKeptThoughClosingFails() throws Exception {
    Connection connection = new Connection(sockets(loops(1)).services());
    connection.use(new FailingClose());
    KeptBytes account = new KeptBytes(READ_AHEAD);
    assertThat(account.setAside(LITTLE)).isEqualTo(LITTLE);
    ((SocketInput) connection.getInputStream()).keep(ByteBuffer.allocate(LITTLE), account);
    assertThat(account.bytes()).isEqualTo(LITTLE);
    assertThatThrownBy(connection::close).hasMessage("not closed");
    assertThat(account.bytes()).isZero();
  }
}
