package cal.weave.record;

import cal.weave.code.Procedure;
import cal.weave.code.Program;
import cal.weave.effect.Effect;
import cal.weave.effect.Effects;
import cal.weave.support.AjcNames;
import cal.weave.support.MethodPattern;
import cal.weave.support.WeaveException;
import java.lang.reflect.AccessFlag;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Proves what regions promise of their methods: those of {@code reads} only read, and each method
 * has the argument that is the key. For a single thread.
 */
public final class Readers {
  private static final Pattern EXECUTION = Pattern.compile("execution\\(([^()]*\\([^()]*\\))\\)");

  /** The policy whose readers may run twice. */
  private static final String OPTIMISTIC = "optimistic";

  private final Supplier<Program> seen;
  private Program program;

  /**
   * Proves nothing yet.
   *
   * @param seen the classes with the methods, asked for once if at all
   */
  Readers(Supplier<Program> seen) {
    this.seen = seen;
  }

  private Program program() {
    if (program == null) {
      program = seen.get();
    }
    return program;
  }

  /**
   * Proves that methods only read.
   *
   * @param place for people: {@code cal.yaml: regions.totals}
   * @param readers the methods
   * @param others the other methods of the regions, which readers do not enter
   * @return the first reason not to run a method before others are known not to write
   * @throws WeaveException naming the first method that writes, or may do so
   */
  private static Optional<String> effect(
      String place, Collection<Procedure> readers, Set<Procedure> others, Program program) {
    if (readers.isEmpty()) {
      return Optional.empty();
    }
    Effects effects = new Effects(program, others::contains);
    Optional<String> haste = Optional.empty();
    for (Procedure reader : readers) {
      Optional<Effect> write = effects.write(reader);
      if (write.isPresent()) {
        throw new WeaveException(
            place
                + ".reads: "
                + reader
                + " does more than read, since "
                + write.get()
                + "; name the method in methods:");
      }
      haste = haste.isPresent() ? haste : effects.haste(reader).map(Effect::toString);
    }
    return haste;
  }

  /** The same of an aspect, by the join points that are woven. */
  Optional<String> effect(LibraryAspects.Binding regions) {
    if (!regions.pointcuts().containsKey(DeclaredAspect.SHARED_REGION)) {
      return Optional.empty();
    }
    return effect(
        place(regions),
        methods(regions, Set.of(JoinPoint.Form.SHARED_REGION)),
        methods(regions, Set.of(JoinPoint.Form.REGION, JoinPoint.Form.CLASS_REGION)),
        program());
  }

  private static String place(LibraryAspects.Binding regions) {
    return regions.place().isEmpty() ? "regions " + regions.name() : regions.place();
  }

  private Set<Procedure> methods(LibraryAspects.Binding regions, Set<JoinPoint.Form> forms) {
    Set<Procedure> found = new HashSet<>();
    for (Match match : regions.matches()) {
      if (forms.contains(match.point().form())) {
        match.members().forEach(member -> found.addAll(methods(member)));
      }
    }
    return found;
  }

  private List<Procedure> methods(Member member) {
    return program().procedures(member.owner().replace('.', '/')).stream()
        .filter(each -> each.name().name().equals(member.name()))
        .toList();
  }

  /**
   * Makes sure that each method of regions with a key has the argument.
   *
   * @param pointcuts of the regions
   * @throws WeaveException naming the first method that has not
   */
  private static void requireKey(
      String place, String key, Collection<String> pointcuts, Program program) {
    for (String pointcut : pointcuts) {
      EXECUTION
          .matcher(pointcut)
          .results()
          .flatMap(text -> MethodPattern.imported(text.group(1)).stream())
          .flatMap(pattern -> meant(pattern, program).stream())
          .filter(each -> each.type().parameterCount() < Integer.parseInt(key))
          .findFirst()
          .ifPresent(
              each -> {
                throw new WeaveException(
                    place
                        + ".key is argument "
                        + key
                        + ", and "
                        + each
                        + " has "
                        + each.type().parameterCount()
                        + "; write a signature without the method, or another key");
              });
    }
  }

  /** The same of an aspect. */
  void requireKey(LibraryAspects.Binding regions) {
    String key = regions.members().get(DeclaredAspect.KEY);
    if (key != null) {
      requireKey(place(regions), key, regions.pointcuts().values(), program());
    }
  }

  /**
   * Proves the promises of aspects declared by a file, whose classes are not woven yet.
   *
   * @param settings of the file, by their full keys
   * @throws WeaveException naming the first that is broken
   */
  public static void require(
      Collection<DeclaredAspect> aspects, Map<String, String> settings, Program program) {
    for (DeclaredAspect one : aspects) {
      String key = one.members().get(DeclaredAspect.KEY);
      if (key != null) {
        requireKey(one.place(), key, one.pointcuts().values(), program);
      }
      Set<Procedure> readers = methods(one, DeclaredAspect.SHARED_REGION, program);
      Set<Procedure> others = methods(one, DeclaredAspect.REGION, program);
      others.removeAll(readers);
      Optional<String> effect = effect(one.place(), readers, others, program);
      if (effect.isPresent() && Cuts.policy(one.name(), settings).equals(OPTIMISTIC)) {
        throw new WeaveException(
            one.place()
                + " are under optimistic, which may run a method of reads: twice, and "
                + effect.get()
                + "; choose shared, or leave the method to methods:");
      }
    }
  }

  private static Set<Procedure> methods(DeclaredAspect one, String pointcut, Program program) {
    Set<Procedure> found = new HashSet<>();
    one.signatures(pointcut).forEach(pattern -> found.addAll(meant(pattern, program)));
    return found;
  }

  /** The methods with code that a pattern means, as its executions are matched. */
  private static List<Procedure> meant(MethodPattern pattern, Program program) {
    return program.procedures().stream()
        .filter(each -> !each.is(AccessFlag.ABSTRACT) && !each.isInitializer())
        .filter(each -> !AjcNames.isOwn(each.name().name()))
        .filter(each -> !AjcNames.isAroundBody(each.name().name()))
        .filter(each -> pattern.isNamed(each.name().name()))
        .filter(each -> pattern.hasTypes(each.type()))
        .filter(each -> program.supertypes(each.owner()).stream().anyMatch(pattern::isOf))
        .toList();
  }
}
