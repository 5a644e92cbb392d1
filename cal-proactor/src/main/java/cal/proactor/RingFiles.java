package cal.proactor;

import cal.reactive.CallsElsewhere;
import cal.reactive.JdkChannels;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.SyncFailedException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Carries out the calls of activities on files as operations of an io_uring. A thread of its own
 * waits for their ends: an activity that cannot leave its loop may wait for one. Bytes that the
 * system has in memory are read at once.
 *
 * <p>An operation that fails has moved nothing. The call as it is written then says why.
 * Thread-safe.
 */
final class RingFiles extends ThreadFiles {
  /** For reads and writes, from where the file's position is, which moves. */
  private static final long AT_POSITION = -1;

  private final FileMemory.Pool memory = new FileMemory.Pool();
  private final Proactor proactor;

  RingFiles(Proactor proactor) {
    this.proactor = proactor;
    Thread.ofPlatform().daemon().name("cal-proactor-files").start(this::dispatch);
  }

  private void dispatch() {
    try {
      while (proactor.isOpen()) {
        proactor.handleEvents(Long.MAX_VALUE);
      }
    } catch (IOException failure) {
      AioDispatcher.report(failure);
    }
  }

  private boolean isOperation(FileDescriptor file, int length) {
    return length > 0
        && CallsElsewhere.isOnLoop()
        && proactor.isOpen()
        && JdkChannels.descriptor(file) >= 0;
  }

  @Override
  public int read(FileDescriptor file, byte[] into, int offset, int length, Call<Integer> plain)
      throws IOException {
    if (!isOperation(file, length)) {
      return plain.call();
    }
    FileMemory room = memory.take();
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
    if (!isOperation(file, length)) {
      plain.call();
      return;
    }
    FileMemory room = memory.take();
    try {
      int done = 0;
      while (done < length) {
        ByteBuffer bytes = room.part(length - done);
        bytes.put(from, offset + done, bytes.remaining()).flip();
        AioOperation write =
            operate(file, (handle, end) -> AioOperation.writeAt(handle, bytes, AT_POSITION, end));
        if (write.failure() != null || write.count() <= 0) {
          if (done > 0) {
            throw new IOException(write.failure());
          }
          call(plain);
          return;
        }
        done += (int) write.count();
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
      plain.call();
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
    try {
      return operate(file, AioOperation::sync).failure();
    } catch (RejectedExecutionException tooMany) {
      CancellationException refused = new CancellationException();
      refused.initCause(tooMany);
      return refused;
    }
  }

  @Override
  public void force(FileChannel file, Call<?> plain) throws IOException {
    Optional<FileDescriptor> descriptor = JdkChannels.descriptor(file);
    if (descriptor.isPresent()) {
      sync(descriptor.get(), plain);
    } else {
      call(plain);
    }
  }

  private interface Operation {
    AioOperation on(AioHandle file, Consumer<AioOperation> end);
  }

  /** Starts an operation, and waits for its end. */
  private AioOperation operate(FileDescriptor file, Operation what) throws IOException {
    OperationEnd end = new OperationEnd();
    try (AioHandle handle = proactor.file(file)) {
      AioOperation operation = what.on(handle, end);
      proactor.start(operation);
      end.await();
      return operation;
    }
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
