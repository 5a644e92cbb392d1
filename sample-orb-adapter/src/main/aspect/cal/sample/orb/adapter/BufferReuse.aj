package cal.sample.orb.adapter;

import org.jacorb.orb.CDRInputStream;
import org.jacorb.orb.IBufferManager;
import org.jacorb.orb.dsi.ServerRequest;
import org.jacorb.orb.giop.GIOPConnection;
import org.jacorb.orb.giop.ServerGIOPConnection;
import org.jacorb.poa.RequestController;
import org.jacorb.poa.RequestProcessor;

/**
 * Uses the buffers of messages again. JacORB takes a buffer from the buffer manager for each
 * message, up to twice as long as the message, and leaves the buffer to the garbage collector; each
 * connection holds its last buffer.
 *
 * <p>For connections of clients, on any threads for their requests. A buffer is given back after
 * the answer; the request's stream is closed then, so a servant that has kept the stream reads
 * nothing of others. Privileged: the buffers are private. A single aspect serves all threads.
 */
privileged aspect BufferReuse {
  private static final MessageBuffers BUFFERS = new MessageBuffers();

  byte[] around(GIOPConnection connection, int length):
      call(byte[] IBufferManager.getBuffer(int)) && withincode(byte[] GIOPConnection.getMessage())
          && this(connection) && args(length) {
    return reuses(connection) ? take(length) : proceed(connection, length);
  }

  /** A message without a request, or a copied part of a request. */
  void around(GIOPConnection connection, byte[] buffer):
      call(void IBufferManager.returnBuffer(byte[])) && within(GIOPConnection)
          && this(connection) && args(buffer) {
    if (reuses(connection)) {
      giveBack(buffer);
    } else {
      proceed(connection, buffer);
    }
  }

  /** A connection holds no buffer between messages. */
  after(GIOPConnection connection):
      execution(void GIOPConnection.receiveMessagesLoop()) && this(connection) {
    forget(connection);
  }

  /** A request has been answered. */
  after(ServerRequest request) returning:
      call(void RequestController.finish(ServerRequest))
          && withincode(void RequestProcessor.run()) && args(request) {
    giveBack(request);
  }

  // The methods that the advice calls stand here. ajc 1.9.27 breaks off where advice that it
  // inlines calls methods with parameters of a class that it has not compiled.

  private static boolean reuses(GIOPConnection connection) {
    return !AsIs.BUFFERS && connection instanceof ServerGIOPConnection;
  }

  private static byte[] take(int length) {
    return BUFFERS.take(length);
  }

  private static void giveBack(byte[] buffer) {
    BUFFERS.giveBack(buffer);
  }

  private static void forget(GIOPConnection connection) {
    if (reuses(connection)) {
      connection.inbuf.value = null;
    }
  }

  private static void giveBack(ServerRequest request) {
    CDRInputStream in = request.inputStream;
    byte[] buffer = in.buffer;
    if (buffer != null && reuses(request.getConnection())) {
      in.close();
      BUFFERS.giveBack(buffer);
    }
  }
}
