package cal.weave.loop;

import cal.weave.code.Procedure;
import cal.weave.support.MethodPattern;
import cal.weave.support.WeaveException;

/**
 * Critical regions of a file. Immutable.
 *
 * @param place their entry, for messages
 * @param methods the methods that are regions
 */
public record Region(String place, MethodPattern methods) {
  /**
   * Makes sure that a method around a loop is none: the region would be left after each step.
   *
   * @param verb between the method and the loop
   * @throws WeaveException if the method is one
   */
  void requireApart(Procedure method, String verb) {
    if (methods.isMethod(method.owner(), method.name().name(), method.type())) {
      throw new WeaveException(
          place
              + ": '"
              + methods
              + "' "
              + verb
              + " the loop of a stage, which is left after each step; name the methods that the"
              + " loop calls");
    }
  }
}
