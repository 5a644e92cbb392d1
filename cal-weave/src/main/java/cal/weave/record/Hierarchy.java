package cal.weave.record;

import java.io.IOException;
import java.lang.classfile.ClassModel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The types above a type, as in class files. For a single thread. */
final class Hierarchy {
  private final LibraryAspects classes;
  private final Map<String, Set<String>> direct = new HashMap<>();

  Hierarchy(LibraryAspects classes) {
    this.classes = classes;
  }

  /**
   * Whether a type, or a type above, may be wanted. An unreadable type may be.
   *
   * @param type in full, nested ones after a dollar
   */
  boolean may(String type, Predicate<String> wanted) {
    return may(type, wanted, new HashSet<>());
  }

  private boolean may(String type, Predicate<String> wanted, Set<String> seen) {
    if (wanted.test(type)) {
      return true;
    }
    Set<String> above = direct.computeIfAbsent(type, this::read);
    return above == null
        || above.stream().anyMatch(each -> seen.add(each) && may(each, wanted, seen));
  }

  private Set<String> read(String type) {
    try {
      ClassModel model = classes.load(type.replace('.', '/'));
      if (model == null) {
        return null;
      }
      Set<String> above = new HashSet<>();
      model.superclass().ifPresent(each -> above.add(each.asInternalName().replace('/', '.')));
      model.interfaces().forEach(each -> above.add(each.asInternalName().replace('/', '.')));
      return above;
    } catch (IOException unreadable) {
      return null;
    }
  }
}
