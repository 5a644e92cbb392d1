package cal.core.internal.activity;

import java.net.Socket;

/**
 * The input of a step: the thread that reads, and the socket that the step reads first, or the next
 * step. The thread is known to itself alone, the socket to all.
 */
abstract class StepInput extends WaitState {
  /** The thread of the present step; null between two. */
  private Thread reading;

  /** Null where other threads may not ask. */
  private volatile Socket socket;

  final void beginStep() {
    reading = Thread.currentThread();
  }

  /** After a step: its thread may run another activity now. */
  final void endStep() {
    reading = null;
  }

  /** Whether the calling thread runs a step of the activity; false also where nobody knows. */
  public final boolean isReadHere() {
    return reading == Thread.currentThread();
  }

  /** Notes the socket of the next step's begin, on the thread of the present step. */
  public final void readsNext(Socket next) {
    note(AwaitedSocket.ofAnyThread(next));
  }

  final void note(Socket next) {
    if (socket != next) {
      socket = next;
    }
  }

  /** The socket noted last, for any thread; null for none. */
  public final Socket socket() {
    return socket;
  }

  /** Whether input has come of the socket noted last; for any thread, which never waits here. */
  public final boolean hasInput() {
    return AwaitedSocket.hasInput(socket);
  }
}
