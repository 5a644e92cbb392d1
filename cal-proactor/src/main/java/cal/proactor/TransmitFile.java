package cal.proactor;

import static cal.proactor.AioOperation.State.CANCELLED;
import static cal.proactor.AioOperation.State.CANCELLING;
import static cal.proactor.AioOperation.State.COMPLETED;

import cal.core.internal.os.FilePages;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Sends a part of a file to a socket, between a header and a trailer (JAWS's TransmitFile), by
 * operations in turn: each a part of the whole, on the processor of its handle. Bytes in memory go
 * by the device of the socket, without a copy here. Other bytes are read by the device of the file,
 * with the header before and the trailer behind. For one transfer at a time.
 *
 * <pre>
 *  fill: header, file, trailer --read--&gt; write --all written--&gt; fill ...  --&gt; end of the whole
 *  fill --in memory--&gt; write the header --&gt; send --&gt; fill ...
 * </pre>
 */
final class TransmitFile {
  /** Idle transfers kept, each with a buffer. */
  static final int IDLE = 64;

  private static final int BUFFER = 1 << 16;

  private final AioProcessor processor;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
  private final Consumer<AioOperation> hasRead = after(this::hasRead);
  private final Consumer<AioOperation> hasWritten = after(this::hasWritten);
  private final Consumer<AioOperation> hasSent = after(this::hasSent);
  private AioOperation whole;
  private AioHandle file;

  /** The bytes of the file; null where reads are the only way. */
  private FileChannel source;

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
    step(null, unused -> beginFrom(from));
  }

  private boolean beginFrom(AioHandle from) {
    source = processor.supports(OperationCode.TRANSMIT_FILE) ? bytesOf(from) : null;
    return fill();
  }

  /** A step after a part; false with the whole sent, and no other part started. */
  @FunctionalInterface
  private interface Step {
    boolean goesOn(AioOperation part);
  }

  private Consumer<AioOperation> after(Step step) {
    return part -> step(part, step);
  }

  /** Ends the whole after its last step, or a failed step: once, and not within the step. */
  private void step(AioOperation part, Step step) {
    Throwable failure = part == null ? null : failure(part);
    boolean goesOn = false;
    if (failure == null) {
      try {
        goesOn = step.goesOn(part);
      } catch (RuntimeException | Error thrown) {
        failure = thrown; // no part was started
      }
    }
    if (!goesOn) {
      end(failure);
    }
  }

  private Throwable failure(AioOperation part) {
    if (whole.state() == CANCELLING) {
      return new CancellationException();
    }
    return part.count() < 0
        ? new EOFException("%d bytes of the file are missing".formatted(left))
        : part.failure();
  }

  private static FileChannel bytesOf(AioHandle file) {
    if (!file.enter()) {
      return null;
    }
    try {
      try {
        return file.content();
      } finally {
        file.leave();
      }
    } catch (IOException refused) {
      return null; // reads tell the reason
    }
  }

  private boolean fill() {
    buffer.clear();
    move(header);
    long part = Math.min(left, FilePages.PART);
    if (part > 0 && source != null && FilePages.areInMemory(source, position, part)) {
      if (buffer.position() == 0) {
        return start(whole.handle(), OperationCode.TRANSMIT_FILE, position, hasSent, part);
      }
      buffer.flip();
      return write();
    }
    if (left > 0 && buffer.hasRemaining()) {
      buffer.limit((int) Math.min(buffer.capacity(), buffer.position() + left));
      return start(file, OperationCode.READ_FILE, position, hasRead, 0);
    }
    return complete();
  }

  private static boolean isLeft(ByteBuffer bytes) {
    return bytes != null && bytes.hasRemaining();
  }

  /** Moves what there is room for. */
  private void move(ByteBuffer from) {
    if (isLeft(from)) {
      int count = Math.min(from.remaining(), buffer.remaining());
      buffer.put(buffer.position(), from, from.position(), count);
      buffer.position(buffer.position() + count);
      from.position(from.position() + count);
    }
  }

  /** Adds the trailer after the end of the file, and writes. */
  private boolean complete() {
    buffer.limit(buffer.capacity());
    if (left == 0) {
      move(trailer);
    }
    buffer.flip();
    return write();
  }

  private boolean write() {
    return buffer.hasRemaining()
        && start(whole.handle(), OperationCode.WRITE_STREAM, 0, hasWritten, 0);
  }

  /** Starts a part, or throws without one; always true. */
  private boolean start(
      AioHandle on, OperationCode code, long at, Consumer<AioOperation> then, long length) {
    AioHandle.Owner owner = on.owner();
    AioOperation part = owner.result().set(code, on, buffer, at, null, then);
    part.from(source, length);
    owner.startPart(part, whole);
    return true;
  }

  private boolean hasSent(AioOperation part) {
    position += part.count();
    left -= part.count();
    sent += part.count();
    return goOn();
  }

  private boolean hasRead(AioOperation read) {
    position += read.count();
    left -= read.count();
    return complete();
  }

  private boolean hasWritten(AioOperation write) {
    sent += write.count();
    return buffer.hasRemaining() ? write() : goOn();
  }

  private boolean goOn() {
    return (left > 0 || isLeft(header) || isLeft(trailer)) && fill();
  }

  private void end(Throwable failure) {
    AioOperation ended = whole;
    whole = null;
    file = null;
    source = null;
    header = null;
    trailer = null;
    boolean cancelled = failure instanceof CancellationException;
    ended.end(cancelled ? CANCELLED : COMPLETED, sent, null, cancelled ? null : failure);
    processor.transmitted(this, ended);
  }
}
