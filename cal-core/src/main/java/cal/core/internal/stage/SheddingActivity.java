package cal.core.internal.stage;

import cal.core.internal.activity.ActivityStage;
import cal.core.internal.activity.InputWait;
import cal.core.internal.activity.Invocation;
import cal.core.internal.activity.Shedding;
import cal.core.internal.activity.TimedWait;
import java.lang.System.Logger.Level;
import java.net.Socket;

/**
 * A spawned activity whose late steps are refused, in place of the step: on its own thread, in its
 * own turn. The first step is a newcomer's, and always runs.
 */
final class SheddingActivity extends SpawnedActivity {
  SheddingActivity(ActivityStage stage, Invocation call, long arrived) {
    super(stage, call, arrived);
  }

  @Override
  protected InputWait newWait() {
    return new TimedWait(stage());
  }

  private TimedWait timed() {
    return (TimedWait) reader();
  }

  @Override
  public void inputCame(long when) {
    if (input() instanceof TimedWait wait) {
      wait.came(when);
    }
  }

  /** Looks, on any thread, whether the input of the next step has come by now. */
  boolean look() {
    return input() instanceof TimedWait wait && wait.look();
  }

  @Override
  public Object step() throws Throwable {
    if (isRefused()) {
      refuse();
      expectNext();
      return true;
    }
    Object more = super.step();
    if (Boolean.TRUE.equals(more)) {
      expectNext();
    }
    return more;
  }

  private boolean isRefused() {
    TimedWait wait = timed();
    if (!wait.expects()) {
      return false;
    }
    boolean kept = false;
    if (!wait.hasCome()) {
      if (!wait.hasSource()) {
        tellUnseen(wait.socket());
        return false;
      }
      kept = wait.awaitFirst();
    }
    long came = wait.take();
    return came != 0 && stage().shedding().refuses(came, target()) && (kept || wait.hasInput());
  }

  private void refuse() {
    Shedding shedding = stage().shedding();
    stage().counters().addShed();
    stage()
        .log()
        .log(
            Level.WARNING,
            "busy: ",
            () ->
                this
                    + ": more requests come than the stage serves in time, and this one has waited"
                    + " for long; "
                    + stage().numbers().describe(),
            null);
    shedding.refuse(target());
  }

  /** The binding names the socket: the next step is late if input has waited there. */
  private void expectNext() {
    Socket next = awaits();
    TimedWait wait = timed();
    wait.expect(next != null && wait.socket() != null);
    if (next != null && wait.socket() == null) {
      tellUnseen(next);
    }
  }

  private void tellUnseen(Socket socket) {
    stage()
        .shedding()
        .tellUnseen(
            "since CAL does not see how long the input of a "
                + (socket == null ? "socket" : socket.getClass().getName())
                + " has waited; it is seen under an event loop, or of a java.net.Socket read by"
                + " woven code");
  }
}
