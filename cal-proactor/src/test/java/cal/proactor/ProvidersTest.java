package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.testing.SomeCases;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ReadPendingException;
import java.nio.channels.WritePendingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** The promises of every provider, with real sockets and files; one thread handles the events. */
@Timeout(120)
@Tag("cases")
@ParameterizedClass(name = "{0} {1} {2} {3} {4}")
@FieldSource("CASES")
class ProvidersTest extends ProviderFaultContract {
  static final List<Arguments> CASES =
      SomeCases.Turn.of(
          2,
          "io_uring, SHARED, DEFAULT, DEFAULT, INTERRUPTING",
          "io_uring, DEDICATED, QUEUE, EVENTFD, LEADER",
          "io_uring, SHARED, EVENTFD, PIPE, LEADER",
          "io_uring, DEDICATED, EVENTFD, MESSAGE, INTERRUPTING",
          "io_uring, SHARED, SQPOLL, MESSAGE, LEADER",
          "io_uring, DEDICATED, SQPOLL, PIPE, INTERRUPTING",
          "aio, SHARED, DEFAULT, DEFAULT, INTERRUPTING",
          "aio, DEDICATED, DEFAULT, DEFAULT, LEADER",
          "select, SHARED, EPOLL, EVENTFD, INTERRUPTING",
          "select, SHARED, EPOLL_EDGE, PIPE, ANY",
          "select, DEDICATED, EPOLL_EDGE, EVENTFD, ANY",
          "select, DEDICATED, POLL, PIPE, LEADER",
          "select, SHARED, SELECTOR, DEFAULT, LEADER",
          "select, DEDICATED, DEFAULT, DEFAULT, INTERRUPTING");

  ProvidersTest(
      String provider,
      AioConfig.Leadership leadership,
      AioConfig.Waits waits,
      AioConfig.Interrupt interrupt,
      AioConfig.Start start) {
    super(new AioConfig(provider, leadership).with(waits, interrupt, start));
  }

  @Test
  void shouldAcceptReadAndWrite() throws IOException {
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener)) {
      ByteBuffer in = ByteBuffer.allocateDirect(16);
      AioOperation read = start(AioOperation.read(server, in, ended::add));
      assertThat(proactor.handleEvents(0)).as("handlers called without input").isZero();
      client.getOutputStream().write("ping".getBytes(StandardCharsets.US_ASCII));

      assertThat(count(read)).isEqualTo(4);
      assertThat(text(in)).isEqualTo("ping");
      assertThat(count(start(AioOperation.write(server, direct("pong!"), ended::add))))
          .isEqualTo(5);
      assertThat(client.getInputStream().readNBytes(5)).asString().isEqualTo("pong!");

      client.shutdownOutput();
      in.clear();
      assertThat(count(start(AioOperation.read(server, in, ended::add)))).isEqualTo(-1);
    }
  }

  /** With the algorithm of Nagle a second small write waits for the peer's acknowledgement. */
  @Test
  void shouldSendEachWriteAtOnce() throws IOException {
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener);
        AioHandle socket = proactor.socket()) {
      for (AioHandle of : List.of(server, socket)) {
        NetworkChannel channel = (NetworkChannel) of.channel();
        assertThat(channel.getOption(StandardSocketOptions.TCP_NODELAY)).as("%s", of).isTrue();
      }
      assertThat(client.isConnected()).isTrue();
    }
  }

  /** The interrupt comes before the wait or within it. */
  @Test
  void shouldEndItsWaitWhereItsThreadIsInterrupted() throws Exception {
    for (int i = 0; i < 20; i++) {
      CountDownLatch begins = new CountDownLatch(1);
      FutureTask<Integer> waiting =
          new FutureTask<>(
              () -> {
                begins.countDown();
                int count = proactor.handleEvents(Long.MAX_VALUE);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                return count;
              });
      Thread thread = Thread.ofPlatform().start(waiting);
      begins.await();
      thread.interrupt();
      assertThat(waiting.get()).isZero();
    }
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener)) {
      assertThat(client.isConnected()).isTrue();
      assertThat(server.isClosed()).isFalse();
    }
  }

  @Test
  void shouldConnectAndTellARefusal() throws IOException {
    InetSocketAddress address;
    try (ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        AioHandle socket = proactor.socket()) {
      address = (InetSocketAddress) listening.getLocalSocketAddress();
      count(start(AioOperation.connect(socket, address, ended::add)));
      try (Socket peer = listening.accept()) {
        count(start(AioOperation.write(socket, direct("x"), ended::add)));
        assertThat(peer.getInputStream().read()).isEqualTo('x');
      }
    }
    try (AioHandle socket = proactor.socket()) {
      AioOperation refused = ended(start(AioOperation.connect(socket, address, ended::add)));
      assertThat(refused.failure()).isInstanceOf(ConnectException.class);
      assertThat(refused.isCancelled()).isFalse();
    }
  }

  @Test
  void shouldWriteMoreThanThePeerTakesAtOnce() throws Exception {
    int length = 8 << 20;
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener)) {
      ByteBuffer out = ByteBuffer.allocateDirect(length);
      Thread reader = Thread.ofPlatform().start(() -> readAll(client, length));
      while (out.hasRemaining()) {
        int before = out.position();
        long count = count(start(AioOperation.write(server, out, ended::add)));
        assertThat(out.position() - before).isEqualTo(count).isPositive();
      }
      reader.join();
    }
  }

  private static void readAll(Socket client, int length) {
    try {
      client.getInputStream().skipNBytes(length);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void shouldCancelAReadAndLeaveItsSocketAsItWas() throws IOException {
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener)) {
      ByteBuffer in = ByteBuffer.allocateDirect(16);
      AioOperation read = start(AioOperation.read(server, in, ended::add));
      proactor.handleEvents(0);
      assertThat(proactor.cancel(read)).isTrue();
      assertThat(proactor.cancel(read)).as("a second cancellation").isFalse();
      assertThat(ended(read).isCancelled()).isTrue();
      assertThat(read.failure()).isInstanceOf(CancellationException.class);
      if (provider().cancels(OperationCode.READ_STREAM)) {
        client.getOutputStream().write('x');
        assertThat(count(start(AioOperation.read(server, in, ended::add)))).isEqualTo(1);
      }
    }
  }

  @Test
  void shouldEndOperationsOfAHandleThatIsClosed() throws IOException {
    AioHandle listener = listener();
    AioOperation accept = start(AioOperation.accept(listener, ended::add));
    proactor.handleEvents(0);
    InetSocketAddress address = (InetSocketAddress) listener.localAddress();
    listener.close();
    assertThat(ended(accept).isCancelled()).isTrue();
    long deadline = System.nanoTime() + PATIENCE;
    while (!isRefused(address)) { // the system has it back with the leader's next wait
      assertThat(deadline - System.nanoTime()).as("time for the port to be free").isPositive();
    }
    assertThat(ended(start(AioOperation.accept(listener, ended::add))).isCancelled()).isTrue();
  }

  private boolean isRefused(InetSocketAddress address) {
    try {
      proactor.handleEvents(1_000_000);
      new Socket(address.getAddress(), address.getPort()).close();
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (SocketException reset) { // it listened until then
      return false;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void shouldRefuseASecondReadOfASocket() throws IOException {
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener)) {
      AioOperation read =
          start(AioOperation.read(server, ByteBuffer.allocateDirect(1), ended::add));
      AioOperation second = AioOperation.read(server, ByteBuffer.allocateDirect(1), ended::add);
      assertThatThrownBy(() -> proactor.start(second)).isInstanceOf(ReadPendingException.class);
      client.getOutputStream().write('x');
      assertThat(count(read)).isEqualTo(1);
      proactor.start(second);
      client.getOutputStream().write('x');
      assertThat(count(second)).isEqualTo(1);
      assertThatThrownBy(() -> proactor.start(second))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("started before");
    }
  }

  @Test
  void shouldWriteSyncAndReadAFile() throws IOException {
    Path path = folder.resolve("data");
    try (AioHandle file =
        proactor.file(
            path,
            Set.of(
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE))) {
      assertThat(count(start(AioOperation.writeAt(file, direct("0123456789"), 5, ended::add))))
          .isEqualTo(10);
      assertThat(count(start(AioOperation.sync(file, ended::add)))).isZero();
      assertThat(Files.size(path)).isEqualTo(15);
      ByteBuffer in = ByteBuffer.allocateDirect(4);
      assertThat(count(start(AioOperation.readAt(file, in, 7, ended::add)))).isEqualTo(4);
      assertThat(text(in)).isEqualTo("2345");
      in.clear();
      assertThat(count(start(AioOperation.readAt(file, in, 15, ended::add)))).isEqualTo(-1);
    }
  }

  @Test
  void shouldReadAFileAtManyPlacesAtOnce() throws IOException {
    int reads = 100;
    Path path = Files.write(folder.resolve("data"), new byte[reads * 512]);
    List<AioOperation> started = new ArrayList<>();
    try (AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
      for (int i = 0; i < reads; i++) {
        ByteBuffer in = ByteBuffer.allocateDirect(512);
        started.add(start(AioOperation.readAt(file, in, 512L * i, ended::add)));
      }
      until("all reads", () -> ended.size() == reads);
    }
    assertThat(ended).containsExactlyInAnyOrderElementsOf(started);
    assertThat(started).allMatch(read -> read.failure() == null && read.count() == 512);
    ended.clear();
  }

  @Test
  void shouldFailToOpenAFileInTheWordsOfTheJdk() {
    Path path = folder.resolve("data");
    assertThatThrownBy(() -> proactor.file(path, Set.of(StandardOpenOption.READ)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining(path.toString());
    assertThatThrownBy(
            () -> {
              Files.createFile(path);
              proactor.file(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            })
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void shouldTransmitAFileBetweenAHeaderAndATrailer() throws Exception {
    int length = (3 << 16) + 5;
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i >> 8);
    }
    Path path = Files.write(folder.resolve("data"), bytes);
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener);
        AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
      FutureTask<byte[]> received =
          new FutureTask<>(() -> client.getInputStream().readNBytes(length + 10));
      Thread.ofPlatform().start(received);
      AtomicLong count = new AtomicLong();
      ByteBuffer header = ByteBuffer.wrap("header".getBytes(StandardCharsets.US_ASCII));
      ByteBuffer trailer = ByteBuffer.wrap("tail".getBytes(StandardCharsets.US_ASCII));
      server.transmit(file, 0, length, header, trailer, sent -> count.set(sent.count()));
      assertThatThrownBy(() -> server.write(direct("x"), ended::add))
          .isInstanceOf(WritePendingException.class);
      until("the end", () -> proactor.alive() == 0);
      assertThat(count).hasValue(length + 10);
      byte[] all = received.get();
      assertThat(new String(all, 0, 6, StandardCharsets.US_ASCII)).isEqualTo("header");
      assertThat(Arrays.copyOfRange(all, 6, 6 + length)).isEqualTo(bytes);
      assertThat(new String(all, 6 + length, 4, StandardCharsets.US_ASCII)).isEqualTo("tail");

      AtomicReference<Throwable> failure = new AtomicReference<>();
      server.transmit(file, length - 2, 5, null, null, sent -> failure.set(sent.failure()));
      until("the end", () -> proactor.alive() == 0);
      assertThat(failure.get()).hasMessage("3 bytes of the file are missing");
    }
  }

  /** A header of more than a buffer, with nothing behind. */
  @Test
  void shouldTransmitALongHeaderWithoutAFile() throws Exception {
    int length = (2 << 16) + 5;
    Path path = Files.write(folder.resolve("data"), new byte[1]);
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener);
        AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
      FutureTask<byte[]> received =
          new FutureTask<>(() -> client.getInputStream().readNBytes(length));
      Thread.ofPlatform().start(received);
      AtomicLong count = new AtomicLong();
      server.transmit(
          file, 0, 0, ByteBuffer.allocate(length), null, sent -> count.set(sent.count()));
      until("the end", () -> proactor.alive() == 0);
      assertThat(count).hasValue(length);
      assertThat(received.get()).hasSize(length);
    }
  }

  @Test
  void shouldTransmitNoFileOfNoProactor() throws Exception {
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener);
        AioHandle foreign = new ScriptedDevice.Handle()) {
      assertThatThrownBy(() -> server.transmit(null, 0, 1, null, null, ended::add))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> server.transmit(foreign, 0, 1, null, null, ended::add))
          .hasMessageEndingWith("give 0 or more, and a file of a proactor");
      assertThat(proactor.alive()).as("permits that were not given back").isZero();
      server.write(direct("x"), ended::add); // the place of the output is free
      until("the end", () -> proactor.alive() == 0);
      assertThat(client.getInputStream().read()).isEqualTo('x');
    }
  }

  /** The peer takes nothing, so the transfer comes to no end. */
  @Test
  void shouldCancelATransferByItsSocket() throws IOException {
    int length = 32 << 20;
    Path path = folder.resolve("data");
    try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
      sparse.setLength(length);
    }
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener);
        AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
      AtomicReference<Throwable> failure = new AtomicReference<>();
      server.transmit(file, 0, length, null, null, sent -> failure.set(sent.failure()));
      proactor.handleEvents(0);
      server.cancel();
      until("the end", () -> proactor.alive() == 0);
      assertThat(failure.get()).isInstanceOf(CancellationException.class);
      assertThat(client.isConnected()).isTrue();
    }
  }

  /** The file is for others, too. */
  @Test
  void shouldLeaveAFileOpenWhoseSenderIsInterrupted() throws Exception {
    int length = 1 << 20;
    Path path = Files.write(folder.resolve("data"), new byte[length]);
    Thread sender = Thread.currentThread();
    AtomicBoolean goesOn = new AtomicBoolean(true);
    try (AioHandle listener = listener();
        Socket client = client(listener);
        AioHandle server = accepted(listener);
        AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
      Thread reader = Thread.ofPlatform().start(() -> readAll(client, 20 * length));
      Thread other =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (goesOn.get()) {
                      sender.interrupt();
                    }
                  });
      AtomicReference<Throwable> failure = new AtomicReference<>();
      for (int i = 0; i < 20 && failure.get() == null; i++) {
        server.transmit(file, 0, length, null, null, sent -> failure.set(sent.failure()));
        until("the end", () -> proactor.alive() == 0);
      }
      goesOn.set(false);
      while (other.isAlive()) {
        Thread.onSpinWait();
      }
      assertThat(Thread.interrupted()).isTrue();
      assertThat(failure).hasNullValue();
      reader.join();
    }
  }

  @Test
  void shouldTellThatAFileCannotBeRead() throws IOException {
    try (AioHandle directory = directory()) {
      AioOperation read =
          AioOperation.readAt(directory, ByteBuffer.allocateDirect(1), 0, ended::add);
      assertThat(ended(start(read)).failure()).isInstanceOf(IOException.class);
    }
  }

  private AioHandle directory() throws IOException {
    return proactor.file(folder, Set.of(StandardOpenOption.READ));
  }

  @Test
  void shouldSendAndReceiveDatagrams() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    if (!provider().operations().contains(OperationCode.READ_DATAGRAM)) {
      assertThatThrownBy(() -> proactor.datagram(any))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage("READ_DATAGRAM is not supported by " + provider().name());
      return;
    }
    try (AioHandle one = proactor.datagram(any);
        AioHandle other = proactor.datagram(any)) {
      ByteBuffer in = ByteBuffer.allocateDirect(16);
      AioOperation receive = start(AioOperation.receive(other, in, ended::add));
      proactor.handleEvents(0);
      AioOperation send =
          start(AioOperation.send(one, direct("hello"), other.localAddress(), ended::add));
      until("both", () -> ended.size() == 2);
      assertThat(ended).containsExactlyInAnyOrder(send, receive);
      assertThat(send.count()).isEqualTo(5);
      assertThat(text(in)).isEqualTo("hello");
      assertThat(receive.address()).isEqualTo(one.localAddress());
    }
  }

  @Test
  void shouldCallHandlersOfEventsAndTimersThatAreDue() throws IOException {
    AioOperation late = start(AioOperation.timer(TimeUnit.HOURS.toNanos(1), ended::add));
    AioOperation timer = start(AioOperation.timer(1_000_000, ended::add));
    AioOperation event = start(AioOperation.event(ended::add));
    until("those that are due", () -> ended.size() == 2);
    assertThat(ended).containsExactlyInAnyOrder(event, timer);
    ended.clear();
    assertThat(proactor.cancel(late)).isTrue();
    assertThat(ended(late).isCancelled()).isTrue();
    assertThat(proactor.cancel(event)).as("cancels what has ended").isFalse();
  }

  @Test
  void shouldReturnWhenTimeIsOver() throws IOException {
    assertThat(proactor.handleEvents(0)).isZero();
    assertThat(proactor.handleEvents(1_000_000)).isZero();
  }

  @Test
  void shouldWakeAThreadThatWaits() throws Exception {
    Thread waker = Thread.ofPlatform().start(() -> proactor.start(AioOperation.event(ended::add)));
    until("the event", () -> !ended.isEmpty());
    waker.join();
    ended.clear();
  }

  @Test
  void shouldRefuseMoreOperationsThanMayBeAlive() throws IOException {
    try (Proactor small = new Proactor(PROVIDERS, 1, config)) {
      small.start(AioOperation.timer(TimeUnit.HOURS.toNanos(1), ended::add));
      assertThatThrownBy(() -> small.start(AioOperation.event(ended::add)))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("operations=1 of 1 are alive");
    }
    assertThat(ended).as("cancelled by the close").hasSize(1);
    ended.clear();
  }

  @Test
  void shouldEndAllWhenItIsClosed() throws IOException {
    AioHandle listener = listener();
    Socket client = client(listener);
    AioHandle server = accepted(listener);
    ByteBuffer in = ByteBuffer.allocateDirect(1);
    AioOperation read = start(AioOperation.read(server, in, ended::add));
    AioOperation accept = start(AioOperation.accept(listener, ended::add));
    AioOperation timer = start(AioOperation.timer(TimeUnit.HOURS.toNanos(1), ended::add));
    proactor.close();
    assertThat(ended).containsExactlyInAnyOrder(read, accept, timer);
    assertThat(ended).allMatch(AioOperation::isCancelled);
    assertThat(client.getInputStream().read()).as("the peer's end").isEqualTo(-1);
    client.close();
    AioOperation late = start(AioOperation.event(ended::add));
    assertThat(ended).as("the last of all").endsWith(late);
    assertThatThrownBy(this::listener)
        .isInstanceOf(IOException.class)
        .hasMessage("the proactor is closed");
  }
}
