package cal.core.internal.start;

import cal.core.internal.activity.NextInput;
import cal.core.internal.record.AwaitedInput;
import cal.core.spi.ConfigurationException;
import java.net.Socket;

/**
 * The awaited input of a stage's activities, declared by a file: a socket, and the places where
 * input may be left. Thread-safe.
 */
final class DeclaredInput {
  private final NextInput next;
  private final MemberChain socket;

  /** Null where nothing is left anywhere. */
  private final MemberChain buffer;

  /**
   * Finds the members.
   *
   * @param next of the stage
   * @param loader of the server's classes
   * @throws ConfigurationException if a member is missing, or closed to CAL
   */
  DeclaredInput(NextInput next, AwaitedInput input, ClassLoader loader) {
    this.next = next;
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
    if (target == null) {
      next.warn(
          "its procedure is static, so no step is left; await the socket of an object's method");
    }
    return socket.of(target) instanceof Socket found && isEmpty(target) ? found : null;
  }

  /** The socket of an activity, whatever is left. */
  Socket socketOf(Object target) {
    return socket.of(target) instanceof Socket found ? found : null;
  }

  /** Of another type than the named one nobody can tell. */
  private boolean isEmpty(Object target) {
    return buffer == null || (buffer.isOf(target) && next.isEmpty(buffer.of(target)));
  }
}
