package cal.core.internal.record;

import java.util.Optional;

/**
 * The input with which the next step of a stage's activities begins, as a file declares it. Both
 * are members of the server's types, such as {@code com.acme.Connection.socket} or {@code
 * com.acme.Connection.session().in}; in a record, the type ends in {@code #}. Names without a type
 * are variables of a cut loop, which tells their values. Immutable.
 *
 * @param socket whose input it is
 * @param buffer where input of that socket may be left; {@code none} if nowhere: each step reads
 *     all that has come, or asks the socket itself for more
 */
public record AwaitedInput(String socket, String buffer) {
  /** The member that tells what is left, if there is one. */
  public Optional<String> left() {
    return member(buffer);
  }

  /** The socket, if it is a member. */
  public Optional<String> member() {
    return member(socket);
  }

  private static Optional<String> member(String text) {
    return Optional.of(text).filter(one -> one.indexOf('#') > 0);
  }

  /** Both words: neither has a blank. */
  @Override
  public String toString() {
    return socket + " " + buffer;
  }
}
