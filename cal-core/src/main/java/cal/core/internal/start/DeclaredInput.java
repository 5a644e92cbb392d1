package cal.core.internal.start;

import cal.core.internal.record.AwaitedInput;
import cal.core.internal.support.Log;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The awaited input of a stage's activities, declared by a file: a socket, and the places where
 * input may be left. Thread-safe.
 */
final class DeclaredInput {
  /** Classes of streams and readers with unknown contents. */
  private static final ClassValue<Boolean> MUTE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return InputStream.class.isAssignableFrom(type)
                ? type.getMethod("available").getDeclaringClass() == InputStream.class
                : type.getMethod("ready").getDeclaringClass() == Reader.class;
          } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
          }
        }
      };

  private final String stage;
  private final MemberChain socket;

  /** Null where nothing is left anywhere. */
  private final MemberChain buffer;

  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * Finds the members.
   *
   * @param loader of the server's classes
   * @throws ConfigurationException if a member is missing, or closed to CAL
   */
  DeclaredInput(String stage, AwaitedInput input, ClassLoader loader) {
    this.stage = stage;
    this.socket = MemberChain.of(input.socket(), loader);
    this.buffer = input.left().map(text -> MemberChain.of(text, loader)).orElse(null);
  }

  /**
   * The awaited socket of an activity.
   *
   * @param target the activity's object
   * @return null with input left, or perhaps left: the step is to be called now
   */
  Socket of(Object target) {
    if (target == null && isFirst()) {
      warn("its procedure is static, so no step is left; await the socket of an object's method");
    }
    return socket.of(target) instanceof Socket found && isEmpty(target) ? found : null;
  }

  /** The socket of an activity, whatever is left. */
  Socket socketOf(Object target) {
    return socket.of(target) instanceof Socket found ? found : null;
  }

  private boolean isEmpty(Object target) {
    if (buffer == null) {
      return true;
    }
    if (!buffer.isOf(target)) {
      return false; // another type than the one that was named: nobody can tell
    }
    Object left = buffer.of(target);
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
    if (mute && isFirst()) {
      warn(
          "its buffer is a "
              + in.getClass().getName()
              + ", which never tells what is left in it, so no step is left; override "
              + (in instanceof Reader ? "ready()" : "available()")
              + " there, or name a number or a boolean");
    }
    return mute;
  }

  private boolean isFirst() {
    return !told.get() && !told.getAndSet(true);
  }

  private void warn(String sentence) {
    Log.log(Level.WARNING, "stage=" + stage + ": " + sentence, null);
  }
}
