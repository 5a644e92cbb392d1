package cal.weave.code;

import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The classes that are checked, and how they inherit.
 *
 * <p>Of classes that were not given, only the names are known that the given ones extend, and where
 * asked for, those above in the JDK.
 */
public final class Program {
  private final Hierarchy others;
  private final Map<String, ClassModel> classes = new TreeMap<>();
  private final Map<String, Map<String, Procedure>> procedures = new HashMap<>();
  private Map<String, Set<String>> children;
  private final Map<String, Set<String>> subtypes = new HashMap<>();
  private final Map<String, Set<String>> supertypes = new HashMap<>();
  private final List<Procedure> all = new ArrayList<>();

  public Program(Collection<ClassModel> models) {
    this(models, new Hierarchy(name -> null));
  }

  /** With the types above the given ones in the JDK as well. */
  public static Program withJdk(Collection<ClassModel> models) {
    return new Program(models, Hierarchy.in(ClassLoader.getPlatformClassLoader()));
  }

  private Program(Collection<ClassModel> models, Hierarchy others) {
    this.others = others;
    for (ClassModel model : models) {
      String name = model.thisClass().asInternalName();
      if (classes.putIfAbsent(name, model) != null) {
        continue;
      }
      Map<String, Procedure> own = new LinkedHashMap<>();
      for (MethodModel method : model.methods()) {
        Procedure procedure = new Procedure(this, model, method);
        own.put(method.methodName().stringValue() + method.methodType().stringValue(), procedure);
      }
      procedures.put(name, own);
    }
    classes.keySet().forEach(name -> all.addAll(procedures.get(name).values()));
  }

  /** Every method, ordered by class. */
  public List<Procedure> procedures() {
    return all;
  }

  /** The methods that a class declares; none of one that was not given. */
  public Collection<Procedure> procedures(String type) {
    return procedures.getOrDefault(type, Map.of()).values();
  }

  /** The internal names of the given classes. */
  public Set<String> types() {
    return classes.keySet();
  }

  public int size() {
    return classes.size();
  }

  public boolean has(String type) {
    return classes.containsKey(type);
  }

  public ClassModel model(String type) {
    return classes.get(type);
  }

  /** The superclass and the interfaces that a class names. */
  private Set<String> parents(String type) {
    ClassModel model = classes.get(type);
    return model != null ? Hierarchy.parents(model) : others.parents(type);
  }

  /** A type and all below it that were given. */
  public Set<String> subtypes(String type) {
    return subtypes.computeIfAbsent(
        type, key -> reached(key, each -> children().getOrDefault(each, Set.of())));
  }

  private Map<String, Set<String>> children() {
    if (children == null) {
      children = new HashMap<>();
      for (String name : classes.keySet()) {
        for (String type : supertypes(name)) {
          for (String parent : parents(type)) {
            children.computeIfAbsent(parent, key -> new LinkedHashSet<>()).add(type);
          }
        }
      }
    }
    return children;
  }

  /** All types above a type, itself first, as far as they are known. */
  public Set<String> supertypes(String type) {
    return supertypes.computeIfAbsent(type, key -> reached(key, this::parents));
  }

  /** A type and all that are come to by steps. */
  private static Set<String> reached(String type, Function<String, Set<String>> step) {
    Set<String> found = new LinkedHashSet<>();
    ArrayDeque<String> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      String next = open.pop();
      if (found.add(next)) {
        open.addAll(step.apply(next));
      }
    }
    return found;
  }

  /** The method that a class declares, or null. */
  public Procedure declared(MethodName name) {
    return procedures.getOrDefault(name.owner(), Map.of()).get(name.name() + name.descriptor());
  }

  /** The method that a class declares or inherits; null where it is in no given class. */
  public Procedure resolve(MethodName name) {
    for (String type : supertypes(name.owner())) {
      Procedure found = declared(new MethodName(type, name.name(), name.descriptor()));
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
