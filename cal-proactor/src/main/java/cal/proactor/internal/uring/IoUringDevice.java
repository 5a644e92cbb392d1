package cal.proactor.internal.uring;

import cal.core.internal.os.JdkChannels;
import cal.core.internal.os.Linux;
import cal.core.internal.os.Ring;
import cal.core.internal.support.Opening;
import cal.proactor.AioDevice;
import cal.proactor.AioHandle;
import cal.proactor.AioOperation;
import cal.proactor.Completions;
import cal.proactor.OperationCode;
import cal.proactor.internal.channel.ChannelHandle;
import cal.proactor.internal.concurrent.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
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

  /** The bits of a key that tell the slot; the others tell its users apart. */
  private static final int SLOT_BITS = 16;

  private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

  private final Completions completions;
  private final Ring ring;
  private final AioOperation[] slots;
  private final int[] free;
  private int freeCount;
  private long serial;

  /** Wakes the leader; it is written within the gate, so never after it was given back. */
  private final int alarm;

  private final Gate alarmed = new Gate();
  private final MemorySegment unread = Linux.state();

  /** Only the thread of a dedicated processor calls: nobody is meant to interrupt that. */
  private final boolean oneThread;

  private Wait wait = new Wait();

  IoUringDevice(Completions completions, int limit, boolean oneThread) throws IOException {
    this.completions = completions;
    slots = new AioOperation[limit];
    free = new int[limit];
    for (int slot = 0; slot < limit; slot++) {
      free[freeCount++] = slot;
    }
    this.oneThread = oneThread;
    try (Opening opening = new Opening()) {
      ring = opening.get(() -> new Ring(limit, oneThread), Ring::close);
      alarm = opening.get(() -> Linux.eventfd(unread), made -> Linux.close(unread, made));
      awaitAlarm(); // a new ring has room for it, so this makes no call
      opening.complete();
    }
  }

  private void awaitAlarm() throws IOException {
    ring.put(Ring.POLL, alarm, 0, 0, Ring.AGAIN_AND_AGAIN, Ring.READABLE, ALARM);
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
    int slot = free[--freeCount];
    slots[slot] = operation;
    operation.key((++serial << SLOT_BITS) | slot);
    try {
      boolean callFirst =
          operation.code() == OperationCode.CONNECT
              || operation.code() == OperationCode.WRITE_DATAGRAM;
      if (!callFirst || !attempt(operation)) {
        put(operation);
      }
    } catch (IOException | RuntimeException failure) {
      end(operation);
      completions.failed(operation, failure);
    }
  }

  /** Makes a call of a channel that is thought ready; the slot is free if that ended it. */
  private boolean attempt(AioOperation operation) {
    boolean ended = ((ChannelHandle) operation.handle()).attempt(operation, completions);
    if (ended) {
      end(operation);
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
        MemorySegment.ofBuffer(buffer).address(),
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

  /** A wait that an interrupt of its thread ends, as it ends a selector's. */
  private final class Wait extends AbstractInterruptibleChannel {
    void enter(long nanos) throws IOException {
      begin();
      try {
        ring.enter(nanos);
      } finally {
        try {
          end(true);
        } catch (ClosedByInterruptException interrupted) {
          wait = new Wait(); // its thread is interrupted still, as its caller finds out
        }
      }
    }

    /** Called where a thread is interrupted that waits, or is about to. */
    @Override
    protected void implCloseChannel() {
      interrupt();
    }
  }

  @Override
  public void await(long nanos) throws IOException {
    if (oneThread || nanos == 0 || ring.hasNext()) {
      ring.enter(ring.hasNext() ? 0 : nanos);
    } else {
      wait.enter(nanos);
    }
    while (ring.hasNext()) {
      ring.next();
      took(ring.userData(), ring.result(), ring.flags());
    }
    ring.given();
  }

  private void took(long key, int result, int flags) throws IOException {
    if (key == ALARM) {
      if ((flags & Ring.MORE_TO_COME) == 0) {
        awaitAlarm();
      }
    } else if (key != CANCELLATION) {
      took(slots[(int) (key & SLOT_MASK)], result);
    }
  }

  private void took(AioOperation operation, int result) throws IOException {
    if (result == -CANCELLED || result == -INTERRUPTED || result == -TRY_AGAIN) {
      again(operation); // also what the kernel gave up with the thread that had submitted it
    } else if (result < 0) {
      end(operation);
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
      end(operation);
      completions.cancelled(operation);
    } else {
      put(operation);
    }
  }

  private void moved(AioOperation operation, int count) {
    end(operation);
    ByteBuffer buffer = operation.buffer();
    if (buffer == null) {
      completions.completed(operation, 0);
      return;
    }
    buffer.position(buffer.position() + count);
    completions.completed(operation, count == 0 && operation.code().fills() ? -1 : count);
  }

  private void end(AioOperation operation) {
    int slot = (int) (operation.key() & SLOT_MASK);
    slots[slot] = null;
    free[freeCount++] = slot;
  }

  private static IOException failure(int errno) {
    return errno == RESET
        ? new SocketException("Connection reset") // in the words of the JDK
        : new IOException(Linux.text(errno));
  }

  @Override
  public void interrupt() {
    if (alarmed.enter()) {
      Linux.signal(unread, alarm);
      if (alarmed.leave()) {
        Linux.close(unread, alarm);
      }
    }
  }

  @Override
  public void close() {
    ring.close();
    if (alarmed.shut()) {
      Linux.close(unread, alarm);
    }
  }
}
