package cal.proactor.internal.channel;

import cal.proactor.AioOperation;
import cal.proactor.Completions;
import cal.proactor.internal.concurrent.BoundedQueue;

/**
 * Operations of files by calls that wait, where the system cannot tell an end. A cancelled
 * operation whose call has not begun ends at its turn. For the leader, with threads of its own;
 * after the close these tell the ends: a call cannot be stopped, and uses its buffer to the end.
 */
public final class FileCalls {
  /** An operation, on a thread that waits; used again. */
  private final class Call implements Runnable {
    private AioOperation operation;
    private boolean made;
    private long count;
    private Throwable failure;

    @Override
    public void run() {
      try {
        made = operation.state() != AioOperation.State.CANCELLING;
        count = made ? ((FileHandle) operation.handle()).call(operation) : 0;
      } catch (Throwable thrown) {
        failure = thrown;
      }
      done.add(this);
      Completions closed = alone;
      if (closed == null) {
        wake.run();
      } else {
        FileCalls.this.tell(closed);
      }
    }

    void tell(Completions completions) {
      AioOperation ended = operation;
      Throwable thrown = failure;
      operation = null;
      failure = null;
      boolean unused = free.offer(this); // never more than are in flight
      if (thrown != null) {
        completions.failed(ended, thrown);
      } else if (made) {
        completions.completed(ended, count);
      } else {
        completions.cancelled(ended);
      }
    }
  }

  private final FileThreads threads;
  private final BoundedQueue<Call> done;
  private final BoundedQueue<Call> free;
  private final Runnable wake;

  /** Told by the threads; null while there is a leader. */
  private volatile Completions alone;

  /**
   * Has no operations yet.
   *
   * @param most the most operations at a time
   * @param wake ends a wait of the leader
   */
  public FileCalls(int most, Runnable wake) {
    this.threads = new FileThreads(most);
    this.done = new BoundedQueue<>(most);
    this.free = new BoundedQueue<>(most);
    this.wake = wake;
  }

  /** Starts an operation of a {@link FileHandle}. */
  public void start(AioOperation operation) {
    Call idle = free.poll();
    Call call = idle == null ? new Call() : idle;
    call.operation = operation;
    threads.execute(call);
  }

  /** Tells the ends of operations until now. */
  public void tell(Completions completions) {
    for (Call call = done.poll(); call != null; call = done.poll()) {
      call.tell(completions);
    }
  }

  /** Ends the threads, after all calls, whose ends they tell from now on. */
  public void close(Completions completions) {
    alone = completions;
    tell(completions);
    threads.close();
  }
}
