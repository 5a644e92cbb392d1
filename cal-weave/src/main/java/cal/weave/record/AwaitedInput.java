package cal.weave.record;

import java.util.Optional;

/**
 * The input with which the next step of a stage's activities begins, as declared by a file. Both
 * are members of the server's types, such as {@code com.acme.Connection.socket} or {@code
 * com.acme.Connection.session().in}; in a record, the type ends in {@code #}. Immutable.
 *
 * @param socket the source of the input
 * @param buffer the place of remaining input of the socket; {@link #NONE} for none
 */
public record AwaitedInput(String socket, String buffer) {
  /** Each step reads all arrived input, or asks the socket itself for more. */
  public static final String NONE = "none";

  /** The constant of an aspect made of a file by a build. */
  public static final String CONSTANT = "AWAITS";

  /** Reads {@link #toString()}. */
  static AwaitedInput parse(String text) {
    String[] words = text.split(" ");
    return new AwaitedInput(words[0], words[1]);
  }

  /** The member for remaining input, if any. */
  public Optional<String> left() {
    return buffer.equals(NONE) ? Optional.empty() : Optional.of(buffer);
  }

  /** Both words: neither has a blank. */
  @Override
  public String toString() {
    return socket + " " + buffer;
  }
}
