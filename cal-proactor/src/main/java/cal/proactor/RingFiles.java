package cal.proactor;

import cal.reactive.CallsElsewhere;
import cal.reactive.JdkChannels;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.SyncFailedException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Carries out the calls of activities on files as operations of an io_uring. A thread of its own
 * waits for their ends: an activity that cannot leave its loop may wait for one. Bytes that the
 * system has in memory are read at once.
 *
 * <p>An operation that fails has moved nothing. The call as it is written then says why. Where the
 * ring itself fails, operations in flight fail, and later calls are made on threads. Thread-safe.
 */
final class RingFiles extends ThreadFiles {
  /** Reads and writes that are under way at most, and as many synchronizations. */
  static final int MOST = FileMemory.Pool.MOST;

  /** For reads and writes, from where the file's position is, which moves. */
  private static final long AT_POSITION = -1;

  private final FileMemory.Pool memory = new FileMemory.Pool();
  private final Semaphore syncs = new Semaphore(MOST);
  private final OperationEnd.All waiting = new OperationEnd.All();
  private final Proactor proactor;

  /**
   * Starts the thread.
   *
   * @param proactor shared, for twice {@link #MOST} operations
   */
  RingFiles(Proactor proactor) {
    this.proactor = proactor;
    Thread.ofPlatform().daemon().name("cal-proactor-files").start(this::dispatch);
  }

  /** An interrupt is meant for nobody here; kept, it would end each wait. */
  private void dispatch() {
    try {
      while (proactor.isOpen()) {
        Thread.interrupted();
        proactor.handleEvents(Long.MAX_VALUE);
      }
    } catch (Throwable failure) {
      waiting.fail(failure);
      AioDispatcher.report(failure);
    }
  }

  private boolean isOperation(FileDescriptor file, int length) {
    return length > 0
        && CallsElsewhere.isOnLoop()
        && proactor.isOpen()
        && waiting.failure() == null
        && JdkChannels.descriptor(file) >= 0;
  }

  /** Memory for an operation; null where the call is to be made as it is written. */
  private FileMemory room(FileDescriptor file, int length) {
    FileMemory room = isOperation(file, length) ? memory.take() : null;
    if (room != null && waiting.failure() != null) {
      memory.give(room); // the system may have it still
      return null;
    }
    return room;
  }

  @Override
  public int read(FileDescriptor file, byte[] into, int offset, int length, Call<Integer> plain)
      throws IOException {
    FileMemory room = room(file, length);
    if (room == null) {
      return call(plain);
    }
    try {
      int done = 0;
      while (done < length) {
        int count = read(file, room, length - done);
        if (count < 0 && done == 0) {
          return call(plain);
        }
        if (count <= 0) {
          break;
        }
        room.copy(into, offset + done, count);
        done += count;
      }
      return done == 0 ? -1 : done;
    } finally {
      memory.give(room);
    }
  }

  /** Bytes read, 0 at the end, negative after a failure. */
  private int read(FileDescriptor file, FileMemory room, int length) throws IOException {
    int count = room.readCached(JdkChannels.descriptor(file), length);
    if (count != FileMemory.NOT_CACHED) {
      return count;
    }
    ByteBuffer bytes = room.part(length);
    AioOperation read =
        operate(file, (handle, end) -> AioOperation.readAt(handle, bytes, AT_POSITION, end));
    return read.failure() == null ? Math.max(0, (int) read.count()) : -1;
  }

  @Override
  public void write(FileDescriptor file, byte[] from, int offset, int length, Call<?> plain)
      throws IOException {
    FileMemory room = room(file, length);
    if (room == null) {
      call(plain);
      return;
    }
    try {
      int done = 0;
      while (done < length) {
        ByteBuffer bytes = room.part(length - done);
        bytes.put(from, offset + done, bytes.remaining()).flip();
        AioOperation write =
            operate(file, (handle, end) -> AioOperation.writeAt(handle, bytes, AT_POSITION, end));
        Throwable failure = write.failure();
        if (failure == null && write.count() > 0) {
          done += (int) write.count();
        } else if (done == 0) {
          call(plain);
          return;
        } else {
          throw new IOException(
              failure == null ? "no byte was taken" : failure.getMessage(), failure);
        }
      }
    } finally {
      memory.give(room);
    }
  }

  /**
   * The system tells of a failed write once. So a synchronization that failed is never tried again,
   * since it would succeed then.
   */
  @Override
  public void sync(FileDescriptor file, Call<?> plain) throws IOException {
    if (!isOperation(file, 1)) {
      call(plain);
      return;
    }
    Throwable failure = syncFailure(file);
    if (failure instanceof CancellationException) {
      call(plain);
    } else if (failure != null) {
      SyncFailedException failed = new SyncFailedException("sync failed");
      failed.initCause(failure);
      throw failed;
    }
  }

  /** Null if it succeeded; a {@link CancellationException} where it was not carried out. */
  private Throwable syncFailure(FileDescriptor file) throws IOException {
    syncs.acquireUninterruptibly();
    try {
      Throwable failure = operate(file, AioOperation::sync).failure();
      boolean closed = JdkChannels.descriptor(file) < 0; // maybe before the operation had it
      return failure == null && closed ? new AsynchronousCloseException() : failure;
    } finally {
      syncs.release();
    }
  }

  @Override
  public void force(FileChannel file, Call<?> plain) throws IOException {
    Optional<FileDescriptor> descriptor = JdkChannels.descriptor(file);
    if (descriptor.isEmpty()) {
      call(plain);
      return;
    }
    try {
      sync(descriptor.get(), plain);
    } catch (SyncFailedException failed) {
      throw failed.getCause() instanceof AsynchronousCloseException closed ? closed : failed;
    }
  }

  private interface Operation {
    AioOperation on(AioHandle file, Consumer<AioOperation> end);
  }

  /**
   * Starts an operation, and waits for its end.
   *
   * @throws IOException if the ring has failed: then nobody knows how the operation ends
   */
  private AioOperation operate(FileDescriptor file, Operation what) throws IOException {
    AioHandle handle = proactor.file(file);
    OperationEnd end = waiting.begin();
    try {
      AioOperation operation = what.on(handle, end);
      proactor.start(operation);
      end.await();
      return operation;
    } finally {
      waiting.over(end);
      if (waiting.failure() == null) {
        handle.close();
      }
      Reference.reachabilityFence(file);
    }
  }

  /** For the line at the start. */
  @Override
  public String toString() {
    return "files by io_uring";
  }

  @Override
  public void close() throws IOException {
    try {
      proactor.close();
    } finally {
      super.close();
    }
  }
}
