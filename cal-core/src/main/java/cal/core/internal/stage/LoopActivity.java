package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.AwaitedSocket;
import cal.core.internal.activity.Invocation;
import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;

/**
 * A loop of the server's, cut into steps by a file: it closes what it has opened behind its last
 * turn. So an early end closes the socket alone, and then runs the loop to its end, as for a client
 * that is gone.
 */
final class LoopActivity extends SpawnedActivity {
  /** A loop that takes no end of its socket for its own is left after these turns. */
  private static final int TURNS = 16;

  private boolean over;

  LoopActivity(ActivityStage stage, Invocation call) {
    super(stage, call);
  }

  @Override
  public Object step() throws Throwable {
    over = true;
    Object more = super.step();
    over = !Boolean.TRUE.equals(more);
    return more;
  }

  @Override
  protected Throwable closeTarget(Throwable failure) {
    AwaitedSocket.close(stage().socketOf(target()));
    return failure;
  }

  @Override
  protected Throwable finish(Throwable failure) {
    Throwable all = over ? failure : closeTarget(failure);
    try {
      for (int i = 0; i < TURNS && !over; i++) {
        step();
      }
    } catch (Throwable thrown) {
      over = true;
      Log.log(Level.DEBUG, "closed early, ended by what was thrown: " + this, thrown);
    }
    if (!over) {
      Log.log(Level.WARNING, "its socket is closed, and its loop has not ended: " + this, null);
    }
    return all;
  }
}
