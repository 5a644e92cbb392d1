package cal.cluster;

import cal.cluster.internal.call.Parcel;
import cal.cluster.internal.call.RemoteResult;
import cal.core.spi.CapturedActivity;
import java.io.IOException;
import java.io.NotSerializableException;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/**
 * The answer to a call, asked of the cluster in place of the call: on a thread of the stage, while
 * the caller waits.
 */
final class RemoteAnswer implements Callable<Object> {
  private final ClusterScheduler stage;
  private final CapturedActivity.Call call;
  private final KeyOrder.Place place;

  /**
   * Takes a call.
   *
   * @param place the place among the calls of the key; null without a key
   */
  RemoteAnswer(ClusterScheduler stage, CapturedActivity.Call call, KeyOrder.Place place) {
    this.stage = stage;
    this.call = call;
    this.place = place;
  }

  @Override
  public Object call() throws Exception {
    try (Deadline deadline = stage.deadline(call.since())) {
      return answer(asked(deadline));
    } catch (ClusterException unanswered) {
      throw none(call, stage.name(), unanswered);
    }
  }

  /** Names the call without an answer to the caller. */
  static ClusterException none(
      CapturedActivity.Call call, String stage, ClusterException unanswered) {
    return new ClusterException(
        unanswered.mayHaveRun(),
        "the call "
            + call.method()
            + " of stage "
            + stage
            + " has no answer: "
            + unanswered.getMessage()
            + (unanswered.mayHaveRun() ? "; it may have run" : "; it has not run"),
        unanswered.getCause());
  }

  private RemoteResult asked(Deadline deadline) {
    try {
      if (place != null) {
        place.await(deadline);
      }
      return stage
          .delivery()
          .deliver(packed(deadline), place == null ? null : place.key(), deadline);
    } catch (TimeoutException over) {
      throw new ClusterException(
          deadline.mayHaveRun(),
          "none came within cal.stage."
              + stage.name()
              + ".cluster.timeout="
              + stage.timeout().toMillis()
              + "ms"
              + (over.getCause() == null ? "" : " (" + over.getCause() + ")"),
          over);
    }
  }

  private RemoteCall packed(Deadline deadline) {
    Method method = call.method();
    if (method == null) {
      throw new ClusterException(false, "its method cannot be read", null);
    }
    boolean service = stage.servedByMembers(method, call.target());
    Object[] arguments = call.arguments();
    Object[] parts = new Object[arguments.length + 1];
    parts[0] = service ? null : call.target();
    System.arraycopy(arguments, 0, parts, 1, arguments.length);
    try {
      byte[] packed = new Parcel(0, parts).pack();
      return new RemoteCall(stage.artifact(), method, service, deadline.left(), packed);
    } catch (NotSerializableException stays) {
      throw new ClusterException(
          false, Travel.notSerializable(stage.name(), stays.getMessage()), stays);
    } catch (IOException | RuntimeException | StackOverflowError broken) {
      throw new ClusterException(false, "it cannot be packed: " + broken, broken);
    }
  }

  private static Object answer(RemoteResult outcome) throws Exception {
    return switch (outcome.kind()) {
      case RETURNED -> outcome.content();
      case THROWN -> throw RemoteAnswer.<RuntimeException>thrown((Throwable) outcome.content());
      case OTHER_ARTIFACT, REFUSED ->
          throw new ClusterException(false, (String) outcome.content(), null);
      case STAYS -> throw new ClusterException(true, (String) outcome.content(), null);
    };
  }

  /** Whatever was thrown there is thrown here, as unwoven. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException thrown(Throwable there) throws T {
    throw (T) there;
  }
}
