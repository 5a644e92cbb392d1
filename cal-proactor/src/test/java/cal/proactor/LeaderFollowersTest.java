package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.ConfigurationException;
import cal.proactor.internal.channel.ChannelHandle;
import cal.proactor.internal.channel.FileHandle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which thread leads, which dispatches, and which is woken. */
@Timeout(60)
class LeaderFollowersTest {
  private static final int ROUNDS = 1_000;

  private final ScriptedDevice.Provider provider = new ScriptedDevice.Provider();
  private final AioProviders providers = new AioProviders(List.of(provider));
  private final List<Thread> threads = new ArrayList<>();
  private Proactor proactor;
  private ScriptedDevice device;

  private void open(AioConfig.Leadership leadership) throws IOException {
    proactor = new Proactor(providers, 10, new AioConfig("scripted", leadership));
    device = provider.device();
  }

  @AfterEach
  void close() throws Exception {
    if (proactor != null) {
      proactor.close();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** A thread that handles one lot of events, and tells how many. */
  private FutureTask<Integer> handling() {
    FutureTask<Integer> task = new FutureTask<>(() -> proactor.handleEvents(Long.MAX_VALUE));
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    return task;
  }

  private void awaitLeader() {
    Thread sleeper = device.sleeper();
    while (sleeper == null || !isParked(sleeper) || device.sleeper() != sleeper) {
      Thread.onSpinWait();
      sleeper = device.sleeper();
    }
  }

  private static void awaitParked(Thread thread) {
    while (!isParked(thread)) {
      Thread.onSpinWait();
    }
  }

  private static boolean isParked(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  private static int get(FutureTask<Integer> task) throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void shouldHaveAFollowerDispatchWithoutAnInterruptOfTheLeader() throws Exception {
    open(AioConfig.Leadership.SHARED);
    FutureTask<Integer> leader = handling();
    awaitLeader();
    Thread leading = device.sleeper();
    FutureTask<Integer> follower = handling();
    awaitParked(threads.getLast());
    List<Thread> handlers = new ArrayList<>();

    proactor.start(AioOperation.event(event -> handlers.add(Thread.currentThread())));

    assertThat(get(follower)).isEqualTo(1);
    assertThat(handlers).containsExactly(threads.getLast());
    assertThat(device.interrupts()).isZero();
    assertThat(device.sleeper()).isSameAs(leading);
    proactor.start(AioOperation.event(event -> handlers.add(Thread.currentThread())));
    assertThat(get(leader)).isEqualTo(1);
    assertThat(device.interrupts()).as("of a leader without followers").isEqualTo(1);
  }

  @Test
  void shouldHaveAnotherThreadLeadWhileOneDispatches() throws Exception {
    open(AioConfig.Leadership.SHARED);
    CountDownLatch led = new CountDownLatch(1);
    CompletableFuture<Thread> dispatches = new CompletableFuture<>();
    final FutureTask<Integer> one = handling();
    awaitLeader();
    final FutureTask<Integer> other = handling();
    awaitParked(threads.getLast());
    AioHandle file = proactor.file(Path.of("any"), Set.of());
    AioOperation read =
        AioOperation.readAt(
            file,
            ByteBuffer.allocateDirect(1),
            0,
            ended -> {
              dispatches.complete(Thread.currentThread());
              waitFor(led);
            });
    device.onStart(started -> device.next(() -> device.completed(started)));
    proactor.start(read);
    Thread dispatching = dispatches.get();
    awaitLeader();
    assertThat(device.sleeper()).isNotNull().isNotSameAs(dispatching);
    led.countDown();
    boolean isFirst = dispatching == threads.getFirst();
    assertThat(get(isFirst ? one : other)).isEqualTo(1);
    proactor.start(AioOperation.event(event -> {}));
    assertThat(get(isFirst ? other : one)).isEqualTo(1);
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldLeadByAThreadOfItsOwn() throws Exception {
    open(AioConfig.Leadership.DEDICATED);
    awaitLeader();
    assertThat(device.sleeper().getName()).isEqualTo("cal-proactor-leader");
    AioHandle file = proactor.file(Path.of("any"), Set.of());
    List<Thread> handlers = new ArrayList<>();
    AioOperation read =
        AioOperation.readAt(
            file, ByteBuffer.allocateDirect(1), 0, ended -> handlers.add(Thread.currentThread()));
    device.onStart(started -> device.next(() -> device.completed(started)));
    proactor.start(read);
    assertThat(get(handling())).isEqualTo(1);
    assertThat(handlers).containsExactly(threads.getLast());
  }

  /** The shut comes while its leader is between two waits, so it wakes nobody. */
  @Test
  void shouldNotWaitOnceItIsShut() throws Exception {
    AioConfig config = new AioConfig("scripted", AioConfig.Leadership.DEDICATED);
    AioProcessor processor =
        new AioProcessor(new AioDispatcher(10), provider, config, () -> Long.MAX_VALUE);
    processor.shut();
    processor.handleAioEvents(Long.MAX_VALUE);
    assertThat(processor.isBusy()).isFalse();
    processor.device().close();
  }

  @Test
  void shouldReturnAtOnceWhereItsThreadIsInterrupted() throws Exception {
    open(AioConfig.Leadership.SHARED);
    Thread.currentThread().interrupt();
    assertThat(proactor.handleEvents(Long.MAX_VALUE)).isZero();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldReleaseThreadsThatWaitWhenItIsClosed() throws Exception {
    open(AioConfig.Leadership.SHARED);
    FutureTask<Integer> leader = handling();
    awaitLeader();
    FutureTask<Integer> follower = handling();
    awaitParked(threads.getLast());
    proactor.close();
    assertThat(get(leader)).isZero();
    assertThat(get(follower)).isZero();
  }

  @Test
  void shouldServeEachKindByTheFirstProcessorThatTakesIt() throws Exception {
    AioProviders all = AioProviders.of(LeaderFollowersTest.class.getClassLoader());
    AioConfig sockets =
        new AioConfig("select", AioConfig.Leadership.SHARED)
            .withOperations(Set.of(OperationCode.ACCEPT, OperationCode.CONNECT));
    AioConfig files = new AioConfig("aio", AioConfig.Leadership.DEDICATED);
    try (Proactor both = new Proactor(all, 10, sockets, files);
        AioHandle socket = both.socket();
        AioHandle file = both.file(Path.of("pom.xml"), Set.of())) {
      assertThat(both.remark()).isEqualTo("select; aio");
      assertThat(socket).isInstanceOf(ChannelHandle.class);
      assertThat(file).isInstanceOf(FileHandle.class);
      List<AioOperation> ended = new ArrayList<>();
      both.start(AioOperation.readAt(file, ByteBuffer.allocateDirect(1), 0, ended::add));
      assertThat(both.handleEvents(Long.MAX_VALUE)).isEqualTo(1);
      assertThat(ended.getFirst().count()).isEqualTo(1);
    }
  }

  @Test
  void shouldRefuseAThirdProcessorAndGiveTheOthersBack() {
    AioConfig config = new AioConfig("scripted", AioConfig.Leadership.SHARED);
    assertThatThrownBy(() -> new Proactor(providers, 10, config, config, config))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("processors=3; give 1 or 2");
    assertThat(provider.device().closes()).isEqualTo(1);
  }

  /** Neither device wakes the thread that waits for the other. */
  @Test
  void shouldLeadTwoSharedProcessorsByTurnsOfOneThread() throws Exception {
    AioProviders all = AioProviders.of(LeaderFollowersTest.class.getClassLoader());
    AioConfig sockets =
        new AioConfig("select", AioConfig.Leadership.SHARED)
            .withOperations(Set.of(OperationCode.ACCEPT));
    AioConfig files = new AioConfig("aio", AioConfig.Leadership.SHARED);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Proactor both = new Proactor(all, 10, sockets, files);
        AioHandle listener = both.listener(any, 0);
        AioHandle file = both.file(Path.of("pom.xml"), Set.of())) {
      List<OperationCode> ended = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        listener.accept(accept -> ended.add(accept.code()));
        InetSocketAddress address = (InetSocketAddress) listener.localAddress();
        file.readAt(ByteBuffer.allocateDirect(1), 0, read -> ended.add(read.code()));
        while (ended.isEmpty()) {
          both.handleEvents(Long.MAX_VALUE);
        }
        try (Socket client = new Socket(address.getAddress(), address.getPort())) {
          assertThat(client.isConnected()).isTrue();
          while (ended.size() < 2) {
            both.handleEvents(Long.MAX_VALUE);
          }
        }
        assertThat(ended).containsExactly(OperationCode.READ_FILE, OperationCode.ACCEPT);
        ended.clear();
      }
    }
  }

  @Test
  void shouldLeaveTheStartToTheLeaderWhereThatIsSaid() throws Exception {
    AioConfig config =
        new AioConfig("scripted", AioConfig.Leadership.SHARED)
            .with(AioConfig.Waits.DEFAULT, AioConfig.Interrupt.DEFAULT, AioConfig.Start.LEADER);
    proactor = new Proactor(providers, 10, config);
    device = provider.device();
    AioHandle file = proactor.file(Path.of("any"), Set.of());
    AioOperation read = AioOperation.readAt(file, ByteBuffer.allocateDirect(1), 0, ended -> {});
    proactor.start(read);
    assertThat(read.state()).isEqualTo(AioOperation.State.DEFERRED);
    device.onStart(started -> device.next(() -> device.completed(started)));
    assertThat(get(handling())).isEqualTo(1);
  }

  @Test
  void shouldStartWithoutAnInterruptWhereTheDeviceLetsAnyThread() throws Exception {
    AioConfig config =
        new AioConfig("scripted", AioConfig.Leadership.SHARED)
            .with(AioConfig.Waits.DEFAULT, AioConfig.Interrupt.DEFAULT, AioConfig.Start.ANY);
    proactor = new Proactor(providers, 10, config);
    device = provider.device();
    AioHandle file = proactor.file(Path.of("any"), Set.of());
    final FutureTask<Integer> leader = handling();
    awaitLeader();
    AioOperation read = AioOperation.readAt(file, ByteBuffer.allocateDirect(1), 0, ended -> {});
    proactor.start(read);
    assertThat(read.state()).isEqualTo(AioOperation.State.STARTED);
    assertThat(device.interrupts()).isZero();
    device.next(() -> device.completed(read));
    assertThat(get(leader)).isEqualTo(1);
  }

  /** The part is in the plan by then, and is carried out with the next wake-up. */
  @Test
  void shouldEndATransferOnceWhereItsLeaderCannotBeWoken() throws Exception {
    open(AioConfig.Leadership.SHARED);
    AioHandle socket = proactor.file(Path.of("any"), Set.of());
    AioHandle file = proactor.file(Path.of("other"), Set.of());
    final FutureTask<Integer> leader = handling();
    awaitLeader();
    OutOfMemoryError noMemory = new OutOfMemoryError("a test");
    device.onInterrupt(
        () -> {
          throw noMemory;
        });
    device.onStart(
        part -> {
          part.buffer().position(part.buffer().limit());
          device.completed(part);
        });
    List<Throwable> reported = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
    List<AioOperation.State> ends = new CopyOnWriteArrayList<>();
    try {
      socket.transmit(file, 0, 7, null, null, whole -> ends.add(whole.state()));
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(null);
    }
    assertThat(reported).containsExactly(noMemory);
    assertThat(ends).isEmpty();

    device.onInterrupt(device::wake);
    proactor.post(event -> {});
    get(leader);
    while (proactor.alive() > 0) {
      proactor.handleEvents(0);
    }
    assertThat(ends).containsExactly(AioOperation.State.COMPLETED);
  }

  @Test
  void shouldCloseInTimeThoughALeaderDoesNotLeave() throws Exception {
    open(AioConfig.Leadership.SHARED);
    FutureTask<Integer> leader = handling();
    awaitLeader();
    CountDownLatch within = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    device.next(
        () -> {
          within.countDown();
          waitFor(leave);
        });
    within.await();
    assertThatThrownBy(() -> proactor.close(1))
        .isInstanceOf(IOException.class)
        .hasMessage("a thread is still within a device, which stays open");
    leave.countDown();
    assertThat(get(leader)).isZero();
  }

  @Test
  void shouldTellOfADeviceThatFails() throws Exception {
    open(AioConfig.Leadership.DEDICATED);
    IllegalStateException failure = new IllegalStateException("broken, in a test");
    FutureTask<Integer> waiting = handling();
    device.next(
        () -> {
          throw failure;
        });
    assertThatThrownBy(waiting::get)
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessage("a device has failed: broken, in a test")
        .hasCause(failure);
  }

  /** Has the device fail once an operation has started, and cancel none. */
  private void startAndBreak(AioOperation read, RuntimeException failure)
      throws InterruptedException {
    CountDownLatch has = new CountDownLatch(1);
    device.onCancel(cancelled -> {});
    device.onStart(
        started -> {
          device.has().clear();
          has.countDown();
        });
    proactor.start(read);
    has.await();
    device.next(
        () -> {
          throw failure;
        });
  }

  /** A failing device is given back with all that it had, by its thread or by the close. */
  @ParameterizedTest
  @EnumSource(AioConfig.Leadership.class)
  void shouldGiveAFailedDeviceBackAndFailItsOperations(AioConfig.Leadership leadership)
      throws Exception {
    open(leadership);
    IllegalStateException failure = new IllegalStateException("broken, in a test");
    List<AioOperation> ended = new ArrayList<>();
    ScriptedDevice.Handle file = (ScriptedDevice.Handle) proactor.file(Path.of("any"), Set.of());
    AioOperation read = AioOperation.readAt(file, ByteBuffer.allocateDirect(1), 0, ended::add);
    startAndBreak(read, failure);
    if (leadership == AioConfig.Leadership.SHARED) {
      assertThatThrownBy(proactor::close).isInstanceOf(IOException.class).hasCause(failure);
    } else {
      assertThatThrownBy(proactor::runEventLoop).hasRootCause(failure);
      proactor.close();
    }
    AioOperation late = AioOperation.readAt(file, ByteBuffer.allocateDirect(1), 0, ended::add);
    proactor.start(late);
    assertThat(ended).containsExactly(read, late);
    assertThat(read.failure()).isSameAs(failure);
    assertThat(late.isCancelled()).isTrue();
    assertThat(proactor.alive()).isZero();
    assertThat(file.releases()).isEqualTo(1);
    assertThat(device.closes()).isEqualTo(1);
  }

  /** A call of a file, for example, uses its buffer to the end. */
  @ParameterizedTest
  @EnumSource(AioConfig.Leadership.class)
  void shouldWaitForAnOperationThatOutlivesAFailedDevice(AioConfig.Leadership leadership)
      throws Exception {
    open(leadership);
    IllegalStateException failure = new IllegalStateException("broken, in a test");
    List<AioOperation> ended = new CopyOnWriteArrayList<>();
    AioHandle file = proactor.file(Path.of("any"), Set.of());
    AioOperation read = AioOperation.readAt(file, ByteBuffer.allocateDirect(1), 0, ended::add);
    device.isOutlived();
    startAndBreak(read, failure);
    FutureTask<Void> closing =
        new FutureTask<>(
            () -> {
              proactor.close();
              return null;
            });
    Thread.ofPlatform().start(closing);
    while (device.closes() == 0) {
      Thread.onSpinWait();
    }
    assertThat(ended).isEmpty();

    device.completed(read);

    if (leadership == AioConfig.Leadership.SHARED) {
      assertThatThrownBy(closing::get).hasRootCause(failure);
    } else {
      closing.get();
    }
    assertThat(ended).containsExactly(read);
    assertThat(read.failure()).isNull();
    assertThat(proactor.alive()).isZero();
  }

  @Test
  void shouldGiveADeviceBackOnceThoughTwoThreadsCloseAtOnce() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      open(AioConfig.Leadership.SHARED);
      CyclicBarrier both = new CyclicBarrier(2);
      Callable<Void> close =
          () -> {
            both.await();
            proactor.close();
            return null;
          };
      FutureTask<Void> other = new FutureTask<>(close);
      Thread.ofPlatform().start(other);
      close.call();
      other.get();
      assertThat(device.closes()).isEqualTo(1);
    }
  }
}
