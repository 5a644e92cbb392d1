package cal.proactor.internal.uring;

import cal.core.internal.os.JdkChannels;
import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import cal.core.internal.support.Opening;
import cal.proactor.AioConfig;
import cal.proactor.AioDevice;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Completions;
import cal.proactor.OperationCode;
import cal.proactor.internal.channel.Alarm;
import cal.proactor.internal.channel.ChannelHandle;
import cal.proactor.internal.channel.DescriptorAlarm;
import cal.proactor.internal.channel.InterruptibleWait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * Puts operations into a {@link Ring}, and takes their completions from it. All that is started in
 * a turn of the leader is submitted with its next wait, in one call.
 */
public final class IoUringDevice implements AioDevice {
  private static final int NO_SIGNAL = 0x4000;
  private static final int INTERRUPTED = 4;
  private static final int TRY_AGAIN = 11;
  private static final int CANCELLED = 125;
  private static final int RESET = 104;

  private static final long ALARM = -1;
  private static final long CANCELLATION = -2;
  private static final long MESSAGE = -3;

  private final Completions completions;
  private final Ring ring;
  private final InFlight inFlight;

  private final Alarm alarm;

  /** Signalled by each completion; null where a call of the ring waits. */
  private final DescriptorAlarm signal;

  private final InterruptibleWait wait;

  /** Only the thread of a dedicated processor calls: nobody is meant to interrupt that. */
  private final boolean oneThread;

  IoUringDevice(Completions completions, AioConfig config) throws IOException {
    this.completions = completions;
    inFlight = new InFlight(config.inFlight());
    oneThread = config.isOfOneThread();
    try (Opening opening = new Opening()) {
      ring = opening.get(() -> ring(config), Ring::close);
      signal =
          config.waits() == AioConfig.Waits.EVENTFD
              ? opening.get(DescriptorAlarm::eventfd, Alarm::close)
              : null;
      if (signal != null) {
        ring.signal(signal.descriptor());
      }
      alarm = alarm(opening, config.interrupt());
      awaitAlarm(); // a new ring has room for it, so this makes no call
      wait = new InterruptibleWait(this::enter, alarm);
      opening.complete();
    }
  }

  private static Ring ring(AioConfig config) throws IOException {
    return config.waits() == AioConfig.Waits.SQPOLL
        ? Ring.polled(config.inFlight())
        : new Ring(config.inFlight(), config.isOfOneThread());
  }

  private Alarm alarm(Opening opening, AioConfig.Interrupt kind) throws IOException {
    return kind == AioConfig.Interrupt.MESSAGE
        ? new MessageAlarm(ring, MESSAGE)
        : opening.get(() -> DescriptorAlarm.of(kind), Alarm::close);
  }

  /** Has the alarm told as a completion, where that is no completion itself. */
  private void awaitAlarm() throws IOException {
    if (alarm instanceof DescriptorAlarm polled) {
      ring.put(Ring.POLL, polled.descriptor(), 0, 0, Ring.AGAIN_AND_AGAIN, Ring.READABLE, ALARM);
    }
  }

  /** Waits for a completion (section 9): in a call of the ring, or for its eventfd. */
  private void enter(long nanos) throws IOException {
    if (signal == null || nanos == 0) {
      ring.enter(nanos);
      return;
    }
    ring.enter(0);
    if (!ring.hasNext()) {
      signal.await(nanos);
      ring.enter(0);
    }
  }

  @Override
  public AioHandle listener(SocketAddress local, int backlog) throws IOException {
    return ChannelHandle.listener(local, backlog, () -> {});
  }

  @Override
  public AioHandle socket() throws IOException {
    return ChannelHandle.socket(() -> {});
  }

  @Override
  public AioHandle datagram(SocketAddress local) throws IOException {
    return ChannelHandle.datagram(local, () -> {});
  }

  @Override
  public AioHandle file(Path path, Set<? extends OpenOption> options) throws IOException {
    return UringFile.open(path, options);
  }

  @Override
  public void start(AioOperation operation) {
    inFlight.add(operation);
    try {
      boolean callFirst =
          operation.code() == OperationCode.CONNECT
              || operation.code() == OperationCode.TRANSMIT_FILE
              || operation.code() == OperationCode.WRITE_DATAGRAM;
      if (!callFirst || !attempt(operation)) {
        put(operation);
      }
    } catch (IOException | RuntimeException | Error failure) {
      inFlight.remove(operation.key());
      completions.failed(operation, failure);
    }
  }

  /** Makes a call of a channel that is thought ready; the slot is free if that ended it. */
  private boolean attempt(AioOperation operation) {
    long key = operation.key(); // an ended operation may have another use already
    boolean ended = ((ChannelHandle) operation.handle()).attempt(operation, completions);
    if (ended) {
      inFlight.remove(key);
    }
    return ended;
  }

  private void put(AioOperation operation) throws IOException {
    switch (operation.code()) {
      case READ_STREAM -> transfer(Ring.RECEIVE, 0, operation);
      case WRITE_STREAM -> transfer(Ring.SEND, NO_SIGNAL, operation);
      case READ_FILE -> transfer(Ring.READ, 0, operation);
      case WRITE_FILE -> transfer(Ring.WRITE, 0, operation);
      case SYNC_FILE -> ring.put(Ring.SYNC, descriptor(operation), 0, 0, 0, 0, operation.key());
      case ACCEPT, READ_DATAGRAM -> poll(operation, Ring.READABLE);
      default -> poll(operation, Ring.WRITABLE);
    }
  }

  private void transfer(int what, int flags, AioOperation operation) throws IOException {
    ByteBuffer buffer = operation.buffer();
    ring.put(
        what,
        descriptor(operation),
        operation.position(),
        JdkChannels.address(buffer) + buffer.position(),
        buffer.remaining(),
        flags,
        operation.key());
  }

  private void poll(AioOperation operation, int events) throws IOException {
    ring.put(Ring.POLL, descriptor(operation), 0, 0, 0, events, operation.key());
  }

  private static int descriptor(AioOperation operation) {
    return switch (operation.handle()) {
      case UringFile file -> file.descriptor();
      case ChannelHandle socket -> JdkChannels.descriptor(socket.channel());
      default -> throw new UnsupportedOperationException(operation.toString());
    };
  }

  @Override
  public void cancel(AioOperation operation) {
    try {
      ring.put(Ring.CANCEL, -1, 0, operation.key(), 0, 0, CANCELLATION);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure); // the ring is broken, which its leader finds out
    }
  }

  @Override
  public void await(long nanos) throws IOException {
    long left = ring.hasNext() ? 0 : nanos;
    if (oneThread) {
      enter(left);
    } else {
      wait.enter(left);
    }
    while (ring.hasNext()) {
      ring.next();
      took(ring.userData(), ring.result(), ring.flags());
    }
    ring.given();
  }

  private void took(long key, int result, int flags) throws IOException {
    if (key == ALARM) {
      ((DescriptorAlarm) alarm).silence();
      if ((flags & Ring.MORE_TO_COME) == 0) {
        awaitAlarm();
      }
    } else if (key != CANCELLATION && key != MESSAGE) {
      took(inFlight.get(key), result);
    }
  }

  private void took(AioOperation operation, int result) throws IOException {
    if (result == -CANCELLED || result == -INTERRUPTED || result == -TRY_AGAIN) {
      again(operation); // also what the kernel gave up with the thread that had submitted it
    } else if (result < 0) {
      inFlight.remove(operation.key());
      completions.failed(operation, failure(-result));
    } else if (operation.handle() instanceof ChannelHandle && isByReadiness(operation.code())) {
      if (!attempt(operation)) {
        again(operation);
      }
    } else {
      moved(operation, result);
    }
  }

  private static boolean isByReadiness(OperationCode code) {
    return code != OperationCode.READ_STREAM && code != OperationCode.WRITE_STREAM;
  }

  /** Puts an operation anew, unless it was, or is, to be cancelled: the kernel looks once. */
  private void again(AioOperation operation) throws IOException {
    if (operation.state() == AioOperation.State.CANCELLING) {
      inFlight.remove(operation.key());
      completions.cancelled(operation);
    } else {
      put(operation);
    }
  }

  private void moved(AioOperation operation, int count) {
    inFlight.remove(operation.key());
    ByteBuffer buffer = operation.buffer();
    if (buffer == null) {
      completions.completed(operation, 0);
      return;
    }
    buffer.position(buffer.position() + count);
    completions.completed(operation, count == 0 && operation.code().fills() ? -1 : count);
  }

  private static IOException failure(int errno) {
    return errno == RESET
        ? new SocketException("Connection reset") // in the words of the JDK
        : new IOException(Linux.text(errno));
  }

  @Override
  public void interrupt() {
    alarm.ring();
  }

  /** A failed ring never tells the end of an operation whose buffer the kernel may still use. */
  @Override
  public boolean outlives(AioOperation operation) {
    return inFlight.isKept(operation);
  }

  @Override
  public void close() {
    inFlight.takeBack(ring);
    if (!(alarm instanceof MessageAlarm)) {
      ring.close();
    }
    alarm.close();
    if (signal != null) {
      signal.close();
    }
  }
}
