package cal.bench.effort;

import cal.weave.support.AjcNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.aspectj.lang.reflect.AjType;
import org.aspectj.lang.reflect.AjTypeSystem;

/**
 * The parts of an aspect, inner aspects included: the columns of the CAL paper's Table 1. Lines are
 * of the source; the rest is counted in ajc's class files. Immutable.
 *
 * @param name of the aspect, without the package
 * @param lines neither blank nor comments
 * @param pointcuts named and own
 * @param types {@code declare parents}: inter-type declarations of types
 * @param members inter-type methods, constructors and fields
 * @param advice pieces of advice
 * @param methods own methods, for advice or the library
 */
public record AspectCount(
    String name, int lines, int pointcuts, int types, int members, int advice, int methods) {
  /**
   * Counts a source and its compiled classes.
   *
   * @param sources the folder with the packages
   * @param file the source within the folder
   * @param loader finds the classes; none is initialized
   * @return the parts
   * @throws IOException if the source cannot be read
   * @throws ClassNotFoundException if the source was not compiled
   * @throws IllegalArgumentException if the source is no aspect
   */
  public static AspectCount of(Path sources, Path file, ClassLoader loader)
      throws IOException, ClassNotFoundException {
    String type = sources.relativize(file).toString().replaceFirst("\\.[^.]*$", "");
    String name = type.replaceAll("[/\\\\]", ".");
    List<AjType<?>> aspects = new ArrayList<>();
    collect(Class.forName(name, false, loader), aspects);
    if (aspects.isEmpty()) {
      throw new IllegalArgumentException(
          name + " is no aspect, or one of another org.aspectj.lang than this program's");
    }
    return new AspectCount(
        name.substring(name.lastIndexOf('.') + 1),
        CodeLines.in(Files.readString(file)),
        sum(aspects, aspect -> aspect.getDeclaredPointcuts().length),
        sum(aspects, aspect -> aspect.getDeclareParents().length),
        sum(aspects, AspectCount::membersOf),
        sum(aspects, aspect -> aspect.getDeclaredAdvice().length),
        sum(aspects, AspectCount::methodsOf));
  }

  /** Nothing, to add to. */
  public static AspectCount none(String name) {
    return new AspectCount(name, 0, 0, 0, 0, 0, 0);
  }

  /** The sum with another count, named like this. */
  public AspectCount plus(AspectCount other) {
    return new AspectCount(
        name,
        lines + other.lines,
        pointcuts + other.pointcuts,
        types + other.types,
        members + other.members,
        advice + other.advice,
        methods + other.methods);
  }

  /** The aspects of a class: the class itself, and aspects declared inside. */
  private static void collect(Class<?> type, List<AjType<?>> aspects) {
    AjType<?> own = AjTypeSystem.getAjType(type);
    if (own.isAspect()) {
      aspects.add(own);
    }
    Arrays.stream(type.getDeclaredClasses()).forEach(inner -> collect(inner, aspects));
  }

  /**
   * By the names of their methods: ajc 1.9.27 leaves out the annotations needed by {@link AjType}.
   */
  private static int membersOf(AjType<?> aspect) {
    return (int)
        Arrays.stream(aspect.getJavaClass().getDeclaredMethods())
            .filter(method -> AjcNames.isInterTypeMember(method.getName()))
            .count();
  }

  /** The methods of the source; methods added by ajc have a dollar in the name, or are bridges. */
  private static int methodsOf(AjType<?> aspect) {
    return (int)
        Arrays.stream(aspect.getDeclaredMethods())
            .filter(method -> !method.isSynthetic() && !method.getName().contains("$"))
            .filter(method -> !List.of("aspectOf", "hasAspect").contains(method.getName()))
            .count();
  }

  private static int sum(List<AjType<?>> aspects, ToIntFunction<AjType<?>> count) {
    return aspects.stream().mapToInt(count).sum();
  }
}
