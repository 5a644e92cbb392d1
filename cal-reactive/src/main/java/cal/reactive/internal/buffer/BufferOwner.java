package cal.reactive.internal.buffer;

import java.nio.ByteBuffer;

/** The input of a connection whose bytes a loop's buffer holds. For the thread of a turn. */
public interface BufferOwner {
  /** Called by the buffer that now holds bytes of this input, or null: none any more. */
  void lease(Scratch holder);

  /**
   * Takes back, from the loop's buffer, what was not read yet.
   *
   * @param account of the bytes that inputs keep
   * @return false if there was no memory for it
   */
  boolean keep(ByteBuffer rest, KeptBytes account);
}
