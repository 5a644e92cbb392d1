package cal.weave.record;

import cal.weave.support.AjcNames;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The concrete aspects below the library's: bindings, and aspects of critical regions. For a single
 * thread.
 */
final class LibraryAspects {
  static final String CAPTURE = "cal/core/ActivityCapture";
  static final String REGIONS = "cal/core/CriticalRegions";

  /**
   * A binding, or aspect of regions: its place in a file, or nothing; its pointcuts by name, and
   * their matches; the members named by such a file, by key.
   */
  record Binding(
      String name,
      String place,
      Map<String, String> pointcuts,
      List<Match> matches,
      Map<String, String> members) {}

  private final Map<String, ClassModel> classes;
  private final Map<String, Binding> bindings = new TreeMap<>();
  private final Map<String, Binding> regions = new TreeMap<>();

  /** The texts of all pointcuts, by name; blank for a name of two pointcuts. */
  private final Map<String, String> named = new HashMap<>();

  /**
   * Finds the aspects.
   *
   * @param classes to look at, by their internal names
   * @param declared aspects without a class file
   */
  LibraryAspects(Map<String, ClassModel> classes, Collection<DeclaredAspect> declared) {
    this.classes = classes;
    declared.forEach(this::add);
    classes.values().forEach(this::find);
    classes.values().forEach(this::name);
  }

  Map<String, Binding> bindings() {
    return bindings;
  }

  Map<String, Binding> regions() {
    return regions;
  }

  /** The aspect of a class name; null for other classes. */
  Binding named(String name) {
    return bindings.getOrDefault(name, regions.get(name));
  }

  /** The text of a pointcut by its name, which may stand after a type's; null if unknown. */
  String pointcut(String name) {
    return named.get(name.substring(name.lastIndexOf('.') + 1));
  }

  private void add(DeclaredAspect aspect) {
    (aspect.isRegions() ? regions : bindings)
        .put(
            aspect.name(),
            new Binding(
                aspect.name(),
                aspect.place(),
                aspect.pointcuts(),
                new ArrayList<>(),
                aspect.members()));
  }

  private void name(ClassModel model) {
    for (MethodModel method : model.methods()) {
      String pointcut = AjcNames.pointcut(method.methodName().stringValue());
      if (pointcut != null) {
        named.merge(pointcut, textOf(method), (one, other) -> one.equals(other) ? one : "");
      }
    }
  }

  private void find(ClassModel model) {
    if (model.flags().has(AccessFlag.ABSTRACT)) {
      return;
    }
    Map<String, String> pointcuts = new LinkedHashMap<>();
    String library = libraryAspect(model, pointcuts);
    if (library != null) {
      String name = model.thisClass().asInternalName().replace('/', '.');
      boolean region = library.equals(REGIONS);
      String place = constant(model, DeclaredAspect.PLACE).orElse("");
      Map<String, String> members = new HashMap<>();
      for (String key : place.isEmpty() ? List.<String>of() : DeclaredAspect.MEMBERS) {
        constant(model, DeclaredAspect.constant(key)).ifPresent(text -> members.put(key, text));
      }
      (region ? regions : bindings)
          .put(name, new Binding(name, place, pointcuts, new ArrayList<>(), members));
    }
  }

  /** A text in an aspect made of a file by a build. */
  private static Optional<String> constant(ClassModel model, String name) {
    return model.fields().stream()
        .filter(field -> field.fieldName().equalsString(name))
        .flatMap(field -> field.findAttribute(Attributes.constantValue()).stream())
        .map(value -> value.constant().constantValue().toString())
        .findFirst();
  }

  /** The library's aspect above a class, or null; adds the pointcuts on the way up. */
  private String libraryAspect(ClassModel model, Map<String, String> pointcuts) {
    try {
      for (ClassModel c = model; c != null && c.superclass().isPresent(); ) {
        addPointcuts(c, pointcuts);
        String parent = c.superclass().get().asInternalName();
        if (parent.equals(CAPTURE) || parent.equals(REGIONS)) {
          return parent;
        }
        c = load(parent);
      }
      return null;
    } catch (IOException e) {
      throw new WeaveException("a class cannot be read: " + e.getMessage(), e);
    }
  }

  /** The library's pointcuts as overridden by an aspect, and by no sub-aspect before. */
  private static void addPointcuts(ClassModel model, Map<String, String> pointcuts) {
    for (MethodModel method : model.methods()) {
      String pointcut = AjcNames.pointcut(method.methodName().stringValue());
      if (pointcut != null
          && !method.flags().has(AccessFlag.ABSTRACT)
          && pointcut.matches("capture.*|cancelCall|critical.*Region")) {
        pointcuts.putIfAbsent(pointcut, textOf(method));
      }
    }
  }

  private static String textOf(MethodModel method) {
    return method
        .findAttribute(Attributes.runtimeVisibleAnnotations())
        .flatMap(
            all ->
                all.annotations().stream()
                    .filter(a -> a.className().stringValue().endsWith("/Pointcut;"))
                    .flatMap(a -> a.elements().stream())
                    .filter(element -> element.name().equalsString("value"))
                    .map(element -> ((AnnotationValue.OfString) element.value()).stringValue())
                    .findFirst())
        .orElse("");
  }

  /** A class of the given classes, or of the library; null for other classes. */
  ClassModel load(String internalName) throws IOException {
    ClassModel known = classes.get(internalName);
    if (known != null) {
      return known;
    }
    try (InputStream in =
        LibraryAspects.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
      return in == null ? null : ClassFile.of().parse(in.readAllBytes());
    }
  }
}
