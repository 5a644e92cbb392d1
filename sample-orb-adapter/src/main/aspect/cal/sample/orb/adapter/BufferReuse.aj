package cal.sample.orb.adapter;

import org.jacorb.orb.CDRInputStream;
import org.jacorb.orb.IBufferManager;
import org.jacorb.orb.dsi.ServerRequest;
import org.jacorb.orb.giop.GIOPConnection;

/**
 * Uses the buffers of messages again. JacORB takes one from its buffer manager for each message,
 * up to twice as long as that, and leaves it to the garbage collector; each connection holds its
 * last one.
 *
 * <p>For connections that are {@link Conversation}s. A buffer is given back when its request has
 * been answered; the request's stream is closed then, so that who has kept it reads nothing of
 * others. Privileged: the buffers are private. One aspect serves all threads.
 */
privileged aspect BufferReuse {
  private static final MessageBuffers BUFFERS = new MessageBuffers();

  byte[] around(GIOPConnection connection, int length):
      call(byte[] IBufferManager.getBuffer(int)) && withincode(byte[] GIOPConnection.getMessage())
          && this(connection) && args(length) {
    return isConversation(connection) ? take(length) : proceed(connection, length);
  }

  /** A message that holds no request, or a part of one that was copied. */
  void around(GIOPConnection connection, byte[] buffer):
      call(void IBufferManager.returnBuffer(byte[])) && within(GIOPConnection)
          && this(connection) && args(buffer) {
    if (isConversation(connection)) {
      giveBack(buffer);
    } else {
      proceed(connection, buffer);
    }
  }

  // What the advice calls stands here: ajc 1.9.27 breaks off where advice that it inlines calls
  // methods with parameters of a class that it has not compiled.

  private static boolean isConversation(GIOPConnection connection) {
    return connection.conversation != null;
  }

  private static byte[] take(int length) {
    return BUFFERS.take(length);
  }

  private static void giveBack(byte[] buffer) {
    BUFFERS.giveBack(buffer);
  }

  /** To be called after a message has been received, by its receiver. */
  static void forget(GIOPConnection connection) {
    connection.inbuf.value = null;
  }

  /** To be called after a request has been answered. */
  static void giveBack(ServerRequest request) {
    CDRInputStream in = request.inputStream;
    byte[] buffer = in.buffer;
    if (buffer != null) {
      in.close();
      BUFFERS.giveBack(buffer);
    }
  }
}
