package cal.core.internal.activity;

import cal.core.internal.support.Log;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.Reader;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The input that the next steps of a stage's activities begin with: whether some is left of the
 * input before, so that a step need not wait. Thread-safe.
 */
public final class NextInput {
  /** Declarers of an {@code available()} that tells nothing, or overlooks objects. */
  private static final Set<Class<?>> UNTOLD = Set.of(InputStream.class, ObjectInputStream.class);

  /** Classes of streams and readers with unknown contents. */
  private static final ClassValue<Boolean> MUTE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return InputStream.class.isAssignableFrom(type)
                ? UNTOLD.contains(type.getMethod("available").getDeclaringClass())
                : type.getMethod("ready").getDeclaringClass() == Reader.class;
          } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
          }
        }
      };

  /** An activity whose loop tells the input of each next step. */
  public interface OfLoop {
    /** Takes what {@link #tell} says; called on the activity's thread, within a step. */
    void awaitsNext(Socket socket, Object left);
  }

  private final String stage;
  private final AtomicBoolean told = new AtomicBoolean();

  /** Of a stage. */
  public NextInput(String stage) {
    this.stage = stage;
  }

  /**
   * Called by a cut loop of the server's at the end of a step.
   *
   * @param socket that the next step reads first
   * @param left where input of that socket may be left; null if nowhere
   * @param stage of the loop
   */
  public static void tell(Socket socket, Object left, String stage) {
    StagedActivity here = AttachedThread.currentActivity();
    if (here instanceof OfLoop loop && here.stage().name().equals(stage)) {
      loop.awaitsNext(socket, left);
    }
  }

  /**
   * Whether nothing is left.
   *
   * @param left a stream, a reader, a number or a truth that tells; null for nothing
   */
  public boolean isEmpty(Object left) {
    try {
      return switch (left) {
        case null -> true;
        case Boolean some -> !some;
        case Number count -> count.longValue() == 0;
        case Character count -> count == 0;
        case InputStream in -> !isMute(in) && in.available() == 0;
        case Reader in -> !isMute(in) && !in.ready();
        default -> throw new ClassCastException(left.getClass() + " does not tell what is left");
      };
    } catch (IOException closed) {
      return false; // the step finds the same
    }
  }

  private boolean isMute(Object in) {
    boolean mute = MUTE.get(in.getClass());
    if (mute) {
      warn(
          "its buffer is a "
              + in.getClass().getName()
              + ", which never tells what is left in it, so no step is left; override "
              + (in instanceof Reader ? "ready()" : "available()")
              + " there, or name a number or a boolean");
    }
    return mute;
  }

  /** Says once why no step is left. */
  public void warn(String sentence) {
    if (!told.get() && !told.getAndSet(true)) {
      Log.log(Level.WARNING, "stage=" + stage + ": " + sentence, null);
    }
  }
}
