package cal.weave.support;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The classes to weave: patterns {@code com.acme..*} (a package and the packages below), {@code
 * com.acme.*} (a single package) or {@code com.acme.Server} (a class with its nested classes);
 * after {@code !} the exceptions. Immutable.
 */
public final class Scope {
  private static final String NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
  private static final Pattern SYNTAX =
      Pattern.compile("!?" + NAME + "(\\." + NAME + ")*(\\.\\.\\*|\\.\\*)?");

  /** The class path where java is given none. */
  private static final List<String> GIVEN_NONE = List.of("", ".");

  private final Set<String> patterns;

  private Scope(Set<String> patterns) {
    this.patterns = patterns;
  }

  /**
   * Reads patterns.
   *
   * @param origin where they come from, for people
   * @throws WeaveException if a pattern is malformed
   */
  public static Scope of(Collection<String> patterns, String origin) {
    for (String pattern : patterns) {
      if (!SYNTAX.matcher(pattern).matches()) {
        throw new WeaveException(
            "'"
                + pattern
                + "' ("
                + origin
                + ") names no classes; write a package with those below it as com.acme..*, one"
                + " package as com.acme.*, or a class as com.acme.Server");
      }
    }
    return new Scope(new LinkedHashSet<>(patterns));
  }

  public Scope and(Scope other) {
    Set<String> both = new LinkedHashSet<>(patterns);
    both.addAll(other.patterns);
    return new Scope(both);
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  /** Whether a class, named with dots, is woven. */
  public boolean includes(String name) {
    boolean included = false;
    for (String pattern : patterns) {
      if (pattern.startsWith("!")) {
        if (matches(pattern.substring(1), name)) {
          return false;
        }
      } else {
        included = included || matches(pattern, name);
      }
    }
    return included && ServerClasses.include(name);
  }

  private static boolean matches(String pattern, String name) {
    if (pattern.endsWith("..*")) {
      return name.startsWith(pattern.substring(0, pattern.length() - 2));
    }
    if (pattern.endsWith(".*")) {
      String prefix = pattern.substring(0, pattern.length() - 1);
      return name.startsWith(prefix) && name.indexOf('.', prefix.length()) < 0;
    }
    return name.equals(pattern) || name.startsWith(pattern + "$");
  }

  /**
   * Makes sure that each pattern means a class, misspelt patterns above all.
   *
   * @param names of all classes
   * @throws WeaveException naming the nearest package or class
   */
  public void requireMatches(Collection<String> names, String origin) {
    for (String written : patterns) {
      String pattern = written.replaceFirst("^!", "");
      if (names.stream().noneMatch(name -> matches(pattern, name))) {
        throw new WeaveException(
            "no class of the class path is in "
                + pattern
                + " ("
                + origin
                + "); "
                + (names.isEmpty()
                    ? "no class is there at all; the class path is "
                        + System.getProperty("java.class.path")
                    : "the nearest is " + nearest(pattern, names))
                + instead());
      }
    }
  }

  /** The remedy for a start without a class path. */
  private static String instead() {
    if (System.getProperty("sun.java.command", "").contains("javac.launcher")) {
      return "; java compiles a source file in memory: compile it by javac, and give java its"
          + " classes (-cp)";
    }
    if (System.getProperty("jdk.module.path") != null) {
      return "; classes of a module path are not woven: give java a class path (-cp)";
    }
    return GIVEN_NONE.contains(System.getProperty("java.class.path"))
        ? "; java is given no class path (-cp), so it takes this folder"
        : "";
  }

  private static String nearest(String pattern, Collection<String> names) {
    if (!pattern.endsWith("*")) {
      return Nearest.to(pattern, names);
    }
    Set<String> packages = new TreeSet<>();
    for (String name : names) {
      for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
        packages.add(name.substring(0, dot));
      }
    }
    String stem = pattern.replaceFirst("(\\.)?\\.\\*$", "");
    return Nearest.to(stem, packages) + pattern.substring(stem.length());
  }

  public List<String> patterns() {
    return new ArrayList<>(patterns);
  }

  @Override
  public String toString() {
    return String.join(", ", patterns);
  }
}
