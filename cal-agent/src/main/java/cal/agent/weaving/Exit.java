package cal.agent.weaving;

import cal.weave.binding.BindingFile;

/** The end of a process whose server would run otherwise than it should. */
public final class Exit {
  private Exit() {}

  /**
   * Ends the process at once, with exit status 2, since a transformer's exceptions are dropped and
   * hooks of a server that has not begun have nothing to do.
   *
   * @param sentence what is wrong, and the remedy
   */
  public static Error with(String sentence) {
    System.err.println("cal: " + BindingFile.oneLine(sentence));
    System.err.flush();
    Runtime.getRuntime().halt(2);
    return new AssertionError("halted");
  }
}
