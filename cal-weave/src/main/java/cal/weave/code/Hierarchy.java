package cal.weave.code;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The types above a type, as in class files. For a single thread. */
public final class Hierarchy {
  private static final Set<String> TELLING =
      Set.of(
          "java.io.InputStream",
          "java.io.Reader",
          "java.lang.Number",
          "java.lang.Boolean",
          "java.lang.Character");

  private final Classes classes;

  /** The types directly above each type; empty for one that is unknown. */
  private final Map<String, Optional<Set<String>>> direct = new HashMap<>();

  /** The source of class files. */
  @FunctionalInterface
  public interface Classes {
    /** A class, by its name with slashes; null if unknown. */
    ClassModel load(String internalName) throws IOException;
  }

  public Hierarchy(Classes classes) {
    this.classes = classes;
  }

  /** Of the classes of a loader, none of which is loaded. */
  public static Hierarchy in(ClassLoader loader) {
    return new Hierarchy(
        name -> {
          try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? null : ClassFile.of().parse(in.readAllBytes());
          }
        });
  }

  /**
   * Whether an object of a type may tell what input is left in it: a stream, a reader, a number or
   * a truth.
   *
   * @param type as for {@link #may}
   */
  public boolean mayTell(String type) {
    return may(type, TELLING::contains);
  }

  /**
   * Whether a type, or a type above, may be wanted. An unreadable type may be.
   *
   * @param type in full, nested ones after a dollar
   */
  public boolean may(String type, Predicate<String> wanted) {
    return may(type, wanted, new HashSet<>());
  }

  private boolean may(String type, Predicate<String> wanted, Set<String> seen) {
    if (wanted.test(type)) {
      return true;
    }
    Optional<Set<String>> above = direct.computeIfAbsent(type, this::read);
    return above.isEmpty()
        || above.get().stream().anyMatch(each -> seen.add(each) && may(each, wanted, seen));
  }

  private Optional<Set<String>> read(String type) {
    try {
      ClassModel model = classes.load(type.replace('.', '/'));
      if (model == null) {
        return Optional.empty();
      }
      Set<String> above = new HashSet<>();
      parents(model).forEach(each -> above.add(each.replace('/', '.')));
      return Optional.of(above);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /** The superclass and the interfaces that a class names. */
  static Set<String> parents(ClassModel model) {
    Set<String> above = new LinkedHashSet<>();
    model.superclass().ifPresent(each -> above.add(each.asInternalName()));
    model.interfaces().forEach(each -> above.add(each.asInternalName()));
    return above;
  }

  /** The same of a class, by its internal name; none if unknown. */
  Set<String> parents(String internalName) {
    Set<String> names = new LinkedHashSet<>();
    direct
        .computeIfAbsent(internalName.replace('/', '.'), this::read)
        .ifPresent(above -> above.forEach(each -> names.add(each.replace('.', '/'))));
    return names;
  }
}
