package cal.bench.effort;

import cal.weave.support.AjcNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.aspectj.lang.reflect.AjType;
import org.aspectj.lang.reflect.AjTypeSystem;

/**
 * The parts of an aspect, inner aspects included: the columns of the CAL paper's Table 1. Lines are
 * of the source; the rest is counted in ajc's class files. Stateless.
 */
public final class AspectCount {
  /** A literal, which may hold what looks like a comment, or a comment. */
  private static final Pattern LITERAL_OR_COMMENT =
      Pattern.compile(
          "(?s)(\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*')|/\\*.*?\\*/|//[^\n]*");

  private AspectCount() {}

  /**
   * Counts a source and its compiled classes.
   *
   * @param sources the folder with the packages
   * @param file the source within the folder
   * @param loader finds the classes; none is initialized
   * @return {@code lines} without blanks and comments, named {@code pointcuts}, inter-type {@code
   *     types} and {@code members}, {@code advice}, and {@code methods} of the aspects' own
   * @throws IOException if the source cannot be read
   * @throws ClassNotFoundException if the source was not compiled
   * @throws IllegalArgumentException if the source is no aspect
   */
  public static Map<String, Double> of(Path sources, Path file, ClassLoader loader)
      throws IOException, ClassNotFoundException {
    String type = sources.relativize(file).toString().replaceFirst("\\.[^.]*$", "");
    String name = type.replaceAll("[/\\\\]", ".");
    List<AjType<?>> aspects = new ArrayList<>();
    collect(Class.forName(name, false, loader), aspects);
    if (aspects.isEmpty()) {
      throw new IllegalArgumentException(
          name + " is no aspect, or one of another org.aspectj.lang than this program's");
    }
    Map<String, Double> counts = new LinkedHashMap<>();
    counts.put("lines", (double) codeLines(Files.readString(file)));
    counts.put("pointcuts", sum(aspects, AjType::getDeclaredPointcuts));
    counts.put("types", sum(aspects, AjType::getDeclareParents));
    counts.put("members", sum(aspects, AspectCount::members));
    counts.put("advice", sum(aspects, AjType::getDeclaredAdvice));
    counts.put("methods", sum(aspects, AspectCount::methods));
    return counts;
  }

  /** The aspects of a class: the class itself, and aspects declared inside. */
  private static void collect(Class<?> type, List<AjType<?>> aspects) {
    AjType<?> own = AjTypeSystem.getAjType(type);
    if (own.isAspect()) {
      aspects.add(own);
    }
    Arrays.stream(type.getDeclaredClasses()).forEach(inner -> collect(inner, aspects));
  }

  private static double sum(List<AjType<?>> aspects, Function<AjType<?>, Object[]> parts) {
    return aspects.stream().mapToInt(one -> parts.apply(one).length).sum();
  }

  /**
   * By the names of their methods: ajc 1.9.27 leaves out the annotations needed by {@link AjType}.
   */
  private static Object[] members(AjType<?> aspect) {
    return Arrays.stream(aspect.getJavaClass().getDeclaredMethods())
        .filter(method -> AjcNames.isInterTypeMember(method.getName()))
        .toArray();
  }

  /** The methods of the source; methods added by ajc have a dollar in the name, or are bridges. */
  private static Object[] methods(AjType<?> aspect) {
    return Arrays.stream(aspect.getDeclaredMethods())
        .filter(method -> !method.isSynthetic() && !method.getName().contains("$"))
        .filter(method -> !List.of("aspectOf", "hasAspect").contains(method.getName()))
        .toArray();
  }

  /** How many lines of a source are neither blank nor comments. */
  static int codeLines(String source) {
    String code =
        LITERAL_OR_COMMENT
            .matcher(source)
            .replaceAll(
                found ->
                    found.group(1) == null
                        ? found.group().replaceAll("[^\n]", "")
                        : Matcher.quoteReplacement(found.group(1)));
    return (int) code.lines().filter(line -> !line.isBlank()).count();
  }
}
