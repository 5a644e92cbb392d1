package cal.core.internal.activity;

import cal.core.internal.support.Closer;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;

/**
 * The early end of an activity: its target is closed, on a thread of a {@link Closer}.
 *
 * <p>A {@code close()} may wait for the activity itself, as that of a {@code BufferedReader} in use
 * does. Where it takes long, the socket is closed that the activity reads. The activity ends then,
 * and closes its target by itself. So it does where the reader of its socket can be asked.
 */
public final class EarlyClosing implements Closer.Closing {
  private final StagedActivity activity;
  private final BooleanSupplier cut;

  private EarlyClosing(StagedActivity activity, BooleanSupplier cut) {
    this.activity = activity;
    this.cut = cut;
  }

  /** Of an activity, whatever the activity does. */
  public static EarlyClosing of(StagedActivity activity) {
    return new EarlyClosing(activity, () -> true);
  }

  /** Of an activity with a silent client, if the wait is still the same. */
  public static EarlyClosing ofSilent(StagedActivity activity, int wait) {
    InputWait input = activity.input();
    return new EarlyClosing(activity, () -> input.cutIfSilent(wait) && !input.askReader());
  }

  /**
   * Of one that waits for its next request, if it still does.
   *
   * @param busy is told that it does not
   */
  public static EarlyClosing ofIdle(StagedActivity activity, Runnable busy) {
    return new EarlyClosing(
        activity,
        () -> {
          InputWait input = activity.input();
          boolean idle = input != null && input.cutIfIdle(activity.stage().leavesSteps());
          boolean closes = idle && !input.askReader();
          if (!closes) {
            busy.run(); // also where the reader decides, and may go on
          }
          return closes;
        });
  }

  @Override
  public void run() {
    if (cut.getAsBoolean()) {
      close();
    }
  }

  private void close() {
    Throwable failure = activity.closeTarget(null);
    if (failure != null) {
      Log.log(Level.WARNING, "closing the target of " + activity + " failed", failure);
    }
  }

  /** Without a socket nothing is cut: no read would end, and the target would not be closed. */
  @Override
  public void force() {
    InputWait input = activity.input();
    if (input != null && input.socket() != null && (activity.cutShort() || cut.getAsBoolean())) {
      AwaitedSocket.close(input.socket());
    }
  }
}
