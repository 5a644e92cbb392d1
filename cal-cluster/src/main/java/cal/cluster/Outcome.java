package cal.cluster;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * The end of a call on a node, as it travels back. Immutable.
 *
 * @param kind how it ended
 * @param content what it returned or threw; a sentence where it was not made
 */
record Outcome(Kind kind, Object content) {
  /** How a call ended. */
  enum Kind {
    RETURNED(1),
    THROWN(2),
    /** It was not made: this node has another artifact. */
    OTHER_ARTIFACT(3),
    /** It was not made, for another reason. */
    REFUSED(4),
    /** It was made; what it returned or threw cannot travel. */
    STAYS(5);

    private final int mark;

    Kind(int mark) {
      this.mark = mark;
    }

    private static Kind of(int mark) {
      return Arrays.stream(values()).filter(kind -> kind.mark == mark).findFirst().orElseThrow();
    }
  }

  /** Packs it; where its content cannot travel, a sentence says so. */
  byte[] pack() {
    try {
      return new Parcel(kind.mark, content).pack();
    } catch (Throwable stays) {
      String what =
          kind == Kind.THROWN
              ? "it threw " + text(content)
              : "it returned a " + content.getClass().getName();
      return sentence(Kind.STAYS, what + ", which cannot travel: " + text(stays));
    }
  }

  /** An object in words, its class where it has none. Never throws. */
  static String text(Object object) {
    try {
      return object.toString();
    } catch (Throwable silent) {
      return object.getClass().getName();
    }
  }

  /** A packed sentence. */
  static byte[] sentence(Kind kind, String text) {
    try {
      return new Parcel(kind.mark, text).pack();
    } catch (IOException impossible) {
      throw new IllegalStateException("a sentence travels", impossible);
    }
  }

  /** Unpacks one. Never throws: an answer that cannot be read is a sentence. */
  static Outcome unpack(byte[] bytes, ClassLoader loader) {
    try {
      Parcel parcel = Parcel.unpack(bytes, loader);
      Kind kind = Kind.of(parcel.mark());
      return new Outcome(
          kind,
          switch (kind) {
            case RETURNED -> parcel.content();
            case THROWN -> (Throwable) Objects.requireNonNull(parcel.content());
            case OTHER_ARTIFACT, REFUSED, STAYS ->
                (String) Objects.requireNonNull(parcel.content());
          });
    } catch (Throwable unread) {
      return new Outcome(Kind.STAYS, "its answer cannot be read here: " + text(unread));
    }
  }
}
