package cal.weave.code;

/** The origin of a value within a method. */
public sealed interface Origin {
  /** Chains of fields are followed this far. */
  int LONGEST_CHAIN = 4;

  /** The instruction making the value anew at each run; -1 for none. */
  default int madeAt() {
    return -1;
  }

  /** The number of fields and elements on the way. */
  default int length() {
    return 0;
  }

  /**
   * A parameter, by its slot; slot 0 of an instance method is {@code this}.
   *
   * @param slot the local variable
   */
  record Parameter(int slot) implements Origin {}

  /**
   * An object or array made by an instruction.
   *
   * @param madeAt the instruction
   * @param type its internal name
   */
  record Made(int madeAt, String type) implements Origin {}

  /**
   * The result of a call.
   *
   * @param madeAt the call
   */
  record Result(int madeAt) implements Origin {}

  /**
   * The value of a field.
   *
   * @param holder whose field; null for a static field
   * @param owner the internal name of the class of the lookup
   * @param name its name
   */
  record FieldOf(Origin holder, String owner, String name) implements Origin {
    @Override
    public int length() {
      return holder == null ? 1 : holder.length() + 1;
    }
  }

  /**
   * An element of an array.
   *
   * @param array the array
   */
  record Element(Origin array) implements Origin {
    @Override
    public int length() {
      return array.length() + 1;
    }
  }

  /**
   * A constant int, or a long as small.
   *
   * @param value the constant
   */
  record Constant(int value) implements Origin {}

  /**
   * A constant text.
   *
   * @param value the text
   */
  record Text(String value) implements Origin {}

  /** Whether the value is the same at each run. */
  default boolean isConstant() {
    return this instanceof Constant || this instanceof Text;
  }

  /** Anything else. */
  record Unknown() implements Origin {}
}
