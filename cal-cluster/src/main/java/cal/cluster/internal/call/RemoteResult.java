package cal.cluster.internal.call;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * The end of a call on a node, on the way back. Immutable.
 *
 * @param kind the kind of end
 * @param content result or exception; a sentence for a call not made
 */
public record RemoteResult(Kind kind, Object content) {
  /** How a call ended. */
  public enum Kind {
    RETURNED(1),
    THROWN(2),
    /** Not made: this node has another artifact. */
    OTHER_ARTIFACT(3),
    /** Not made, for another reason. */
    REFUSED(4),
    /** Made; the result or exception cannot travel. */
    STAYS(5);

    private final int mark;

    Kind(int mark) {
      this.mark = mark;
    }

    private static Kind of(int mark) {
      return Arrays.stream(values()).filter(kind -> kind.mark == mark).findFirst().orElseThrow();
    }
  }

  /** Packs the outcome; a sentence stands for content that cannot travel. */
  public byte[] pack() {
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

  /** An object in words, or the class of an object without words. Never throws. */
  public static String text(Object object) {
    try {
      return object.toString();
    } catch (Throwable silent) {
      return object.getClass().getName();
    }
  }

  /** A packed sentence. */
  public static byte[] sentence(Kind kind, String text) {
    try {
      return new Parcel(kind.mark, text).pack();
    } catch (IOException impossible) {
      throw new IllegalStateException("a sentence travels", impossible);
    }
  }

  /** Unpacks an outcome. Never throws: an unreadable answer is a sentence. */
  public static RemoteResult unpack(byte[] bytes, ClassLoader loader) {
    try {
      Parcel parcel = Parcel.unpack(bytes, loader);
      Kind kind = Kind.of(parcel.mark());
      return new RemoteResult(
          kind,
          switch (kind) {
            case RETURNED -> parcel.content();
            case THROWN -> (Throwable) Objects.requireNonNull(parcel.content());
            case OTHER_ARTIFACT, REFUSED, STAYS ->
                (String) Objects.requireNonNull(parcel.content());
          });
    } catch (Throwable unread) {
      return new RemoteResult(Kind.STAYS, "its answer cannot be read here: " + text(unread));
    }
  }
}
