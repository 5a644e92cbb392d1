package cal.weave.effect;

import cal.weave.code.Procedure;

/**
 * Something that a method does beside reading. Immutable.
 *
 * @param procedure the method that does so itself
 * @param at the instruction
 * @param what for example {@code writes app.Totals.sum}
 */
public record Effect(Procedure procedure, int at, String what) {
  /** {@code app.Totals.sum:12 writes app.Totals.sum}. */
  @Override
  public String toString() {
    return procedure + ":" + procedure.body().line(at) + " " + what;
  }
}
