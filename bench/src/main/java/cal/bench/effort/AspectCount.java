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
 * The parts of an aspect, those inside of it included: the columns of the CAL paper's Table 1.
 * Lines are those of its source; the rest is counted in ajc's class files. Immutable.
 *
 * @param name of the aspect, without its package
 * @param lines neither blank nor comments
 * @param pointcuts named, its own
 * @param types {@code declare parents}: inter-type declarations of types
 * @param members inter-type methods, constructors and fields
 * @param advice pieces of advice
 * @param methods methods of its own, which advice or the library calls
 */
public record AspectCount(
    String name, int lines, int pointcuts, int types, int members, int advice, int methods) {
  /**
   * Counts a source and the classes that were compiled of it.
   *
   * @param sources the folder with the packages
   * @param file the source within it
   * @param loader finds the classes; none is initialized
   * @return what it is made of
   * @throws IOException if the source cannot be read
   * @throws ClassNotFoundException if it was not compiled
   * @throws IllegalArgumentException if it is no aspect
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

  /** The sum with another one, called as this. */
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

  /** The aspects of a class: it, and those that are declared inside. */
  private static void collect(Class<?> type, List<AjType<?>> aspects) {
    AjType<?> own = AjTypeSystem.getAjType(type);
    if (own.isAspect()) {
      aspects.add(own);
    }
    Arrays.stream(type.getDeclaredClasses()).forEach(inner -> collect(inner, aspects));
  }

  /**
   * By the names of the methods that carry them: ajc 1.9.27 leaves out the annotations by which
   * {@link AjType} would know them.
   */
  private static int membersOf(AjType<?> aspect) {
    return (int)
        Arrays.stream(aspect.getJavaClass().getDeclaredMethods())
            .filter(method -> AjcNames.isInterTypeMember(method.getName()))
            .count();
  }

  /** The methods that stand in the source; what ajc adds has a dollar in its name, or is bridge. */
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
