package cal.reactive.internal.buffer;

import java.nio.ByteBuffer;

/** The input of a connection with bytes in a loop's buffer. For the thread of a turn. */
public interface BufferOwner {
  /** Called by the buffer with bytes of this input, or with null for none any more. */
  void lease(Scratch holder);

  /**
   * Takes unread bytes back from the loop's buffer.
   *
   * @param account of the kept bytes of inputs
   * @return false without memory
   */
  boolean keep(ByteBuffer rest, KeptBytes account);
}
