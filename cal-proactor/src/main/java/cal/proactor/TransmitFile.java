package cal.proactor;

import static cal.proactor.AioOperation.State.CANCELLED;
import static cal.proactor.AioOperation.State.CANCELLING;
import static cal.proactor.AioOperation.State.COMPLETED;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Sends a part of a file to a socket, between a header and a trailer (JAWS's TransmitFile), by
 * reads and writes in turn: each a part of the whole, on the processor of its handle. The header
 * goes with the begin of the file, the trailer with the end. For one transfer at a time.
 *
 * <pre>
 *  fill: header, file, trailer --read--&gt; write --all written--&gt; fill ...  --&gt; end of the whole
 * </pre>
 */
final class TransmitFile {
  private static final int BUFFER = 1 << 16;

  private final AioProcessor processor;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
  private final Consumer<AioOperation> hasRead = this::hasRead;
  private final Consumer<AioOperation> hasWritten = this::hasWritten;
  private AioOperation whole;
  private AioHandle file;
  private ByteBuffer header;
  private ByteBuffer trailer;
  private long position;
  private long left;
  private long sent;

  /** Makes an idle transfer to sockets of a processor. */
  TransmitFile(AioProcessor processor) {
    this.processor = processor;
  }

  /**
   * Begins a transfer.
   *
   * @param operation the whole, started
   */
  void begin(
      AioOperation operation,
      AioHandle from,
      long begin,
      long count,
      ByteBuffer before,
      ByteBuffer after) {
    whole = operation;
    file = from;
    position = begin;
    left = count;
    header = before;
    trailer = after;
    sent = 0;
    fill();
  }

  private void fill() {
    buffer.clear();
    move(header);
    if (left > 0 && buffer.hasRemaining()) {
      buffer.limit((int) Math.min(buffer.capacity(), buffer.position() + left));
      start(file, OperationCode.READ_FILE, position, hasRead);
    } else {
      complete();
    }
  }

  /** Moves what there is room for. */
  private void move(ByteBuffer from) {
    if (from != null && from.hasRemaining()) {
      int count = Math.min(from.remaining(), buffer.remaining());
      buffer.put(buffer.position(), from, from.position(), count);
      buffer.position(buffer.position() + count);
      from.position(from.position() + count);
    }
  }

  /** Adds the trailer after the end of the file, and writes. */
  private void complete() {
    buffer.limit(buffer.capacity());
    if (left == 0) {
      move(trailer);
    }
    buffer.flip();
    write();
  }

  private void write() {
    if (buffer.hasRemaining()) {
      start(whole.handle(), OperationCode.WRITE_STREAM, 0, hasWritten);
    } else {
      end(true, null);
    }
  }

  private void start(AioHandle on, OperationCode code, long at, Consumer<AioOperation> then) {
    AioHandle.Owner owner = on.owner();
    owner.startPart(owner.result().set(code, on, buffer, at, null, then));
  }

  private void hasRead(AioOperation read) {
    if (hasFailed(read)) {
      end(false, read.failure());
    } else if (read.count() < 0) {
      end(false, new EOFException("%d bytes of the file are missing".formatted(left)));
    } else {
      position += read.count();
      left -= read.count();
      complete();
    }
  }

  private void hasWritten(AioOperation write) {
    if (hasFailed(write)) {
      end(false, write.failure());
      return;
    }
    sent += write.count();
    if (buffer.hasRemaining()) {
      write();
    } else if (left > 0 || (trailer != null && trailer.hasRemaining())) {
      fill();
    } else {
      end(true, null);
    }
  }

  private boolean hasFailed(AioOperation part) {
    return part.failure() != null || whole.state() == CANCELLING;
  }

  private void end(boolean all, Throwable failure) {
    AioOperation ended = whole;
    whole = null;
    file = null;
    header = null;
    trailer = null;
    boolean cancelled = !all && ended.state() == CANCELLING;
    ended.end(cancelled ? CANCELLED : COMPLETED, sent, null, cancelled ? null : failure);
    processor.transmitted(this, ended);
  }
}
