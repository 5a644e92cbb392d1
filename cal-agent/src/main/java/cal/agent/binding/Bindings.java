package cal.agent.binding;

import cal.agent.path.ClassPath;
import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import cal.weave.binding.BindingFile;
import cal.weave.record.DeclaredAspect;
import cal.weave.record.RecordWriter;
import cal.weave.support.Scope;
import java.io.IOException;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.aspectj.weaver.loadtime.definition.Definition;

/**
 * All aspects of a server: the library's seams, aspects compiled by ajc, aspects declared by a
 * file, adopting aspects. Immutable.
 *
 * @param compiled class files of compiled aspects, by name
 * @param made the aspects of the agent
 * @param scope the classes woven before {@code main}
 * @param origin the origin of the scope, for people
 * @param scopes the classes woven at loading, by the name of the aspect of adoption
 */
public record Bindings(
    Map<String, byte[]> compiled,
    List<ConcreteAspect> made,
    Scope scope,
    String origin,
    Map<String, Scope> scopes) {

  private static final List<String> SEAMS =
      List.of(
          "cal.core.internal.socket.SocketSeam",
          "cal.core.internal.socket.ListenerSeam",
          "cal.core.internal.socket.InputSeam",
          "cal.core.internal.socket.NameSeam",
          "cal.core.internal.region.ConditionSeam");

  /** {@code com.acme.} before a type, in a pointcut. */
  private static final Pattern PACKAGE =
      Pattern.compile("(?<![\\w.$])((?:[a-z_][\\w]*\\.)+)(?=[A-Z*])");

  /**
   * Decides on the classes and their aspects.
   *
   * @throws ConfigurationException without any binding, or with a missing class
   */
  public static Bindings of(Request request, BindingFile declared, ClassPath classPath)
      throws IOException {
    AopFiles files = AopFiles.of(classPath);
    Map<String, byte[]> compiled = compiled(files, classPath);
    AdoptionRequest adoption = AdoptionRequest.of(request.adopt(), classPath);
    List<ConcreteAspect> made = new ArrayList<>();
    for (DeclaredAspect each : declared.aspects()) {
      made.add(ConcreteAspect.of(each));
      String context = each.members().get(DeclaredAspect.CONTEXT);
      if (context != null) {
        classPath.names().stream() // without such a class, the record ends the start
            .filter(name -> name.replace('$', '.').equals(context.replace('$', '.')))
            .forEach(name -> made.add(ConcreteAspect.ofContext(each, name)));
      }
    }
    made.addAll(adoption.aspects());
    if (compiled.isEmpty() && made.isEmpty()) {
      requireUnwoven(classPath);
      throw new ConfigurationException(
          "nothing says what is captured: put bindings with their META-INF/aop-ajc.xml (ajc"
              + " -outxml) on the class path, or name a file of signatures (-Dcal.config=cal.yaml),"
              + " or what to adopt (-Dcal.adopt=threads:com.acme..*); java -jar cal.jar check PATH"
              + " names calls to capture"
              + unwovenByItsBuild(classPath));
    }
    Scope scope = Scope.of(List.of(), "");
    String origin = "";
    if (!compiled.isEmpty() || !declared.aspects().isEmpty()) {
      origin = origin(request, declared, files);
      scope = Scope.of(patterns(request, declared, files, compiled), origin);
      if (scope.isEmpty()) {
        throw new ConfigurationException(
            "the pointcuts name no package, so nothing says which classes to weave; write"
                + " com.acme.Server for a class of a package, or name the classes: weave: Server in"
                + " cal.yaml, or -Dcal.weave=com.acme..*");
      }
    }
    return new Bindings(compiled, made, scope, origin, adoption.scopes());
  }

  /** The library beside plain classes: the build was meant to weave. */
  private static String unwovenByItsBuild(ClassPath classPath) throws IOException {
    return classPath.all(ClassPath.fileOf("cal.core.ActivityCapture")).isEmpty()
        ? ""
        : "; cal-core is on the class path, and no "
            + RecordWriter.RESOURCE
            + ": if the build was to weave, its cal-maven-plugin lacks an execution of the goal"
            + " weave";
  }

  private static Map<String, byte[]> compiled(AopFiles files, ClassPath classPath)
      throws IOException {
    Map<String, byte[]> compiled = new LinkedHashMap<>();
    for (Map.Entry<String, String> aspect : files.aspects().entrySet()) {
      Map<?, byte[]> found = classPath.all(ClassPath.fileOf(aspect.getKey()));
      if (found.isEmpty()) {
        throw new ConfigurationException(
            aspect.getValue()
                + " names the aspect "
                + aspect.getKey()
                + ", which is not on the class path; the nearest class is "
                + Nearest.to(aspect.getKey(), classPath.names()));
      }
      compiled.put(aspect.getKey(), found.values().iterator().next());
    }
    return compiled;
  }

  private static String origin(Request request, BindingFile declared, AopFiles files) {
    if (!request.weave().isEmpty()) {
      return "-Dcal.weave";
    }
    if (!declared.weave().isEmpty()) {
      return "weave of " + request.config().orElseThrow();
    }
    return includes(files).isEmpty() ? "the pointcuts" : "META-INF/aop.xml";
  }

  private static Set<String> patterns(
      Request request, BindingFile declared, AopFiles files, Map<String, byte[]> compiled) {
    if (!request.weave().isEmpty()) {
      return new LinkedHashSet<>(request.weave());
    }
    if (!declared.weave().isEmpty()) {
      return new LinkedHashSet<>(declared.weave());
    }
    if (!includes(files).isEmpty()) {
      return includes(files);
    }
    Set<String> packages = new LinkedHashSet<>();
    compiled.forEach(
        (name, bytes) -> {
          addPackages(name, packages);
          pointcuts(bytes).forEach(text -> addPackages(text, packages));
        });
    declared.types().forEach(type -> addPackages(type, packages));
    packages.removeIf(one -> packages.stream().anyMatch(other -> isBelow(one, other)));
    return packages;
  }

  private static Set<String> includes(AopFiles files) {
    Set<String> includes = new LinkedHashSet<>();
    for (Definition definition : files.definitions()) {
      includes.addAll(definition.getIncludePatterns());
      if (!definition.getIncludePatterns().isEmpty()) {
        definition.getExcludePatterns().forEach(each -> includes.add("!" + each));
      }
    }
    return includes;
  }

  private static boolean isBelow(String one, String other) {
    return !one.equals(other) && one.startsWith(other.substring(0, other.length() - 2));
  }

  private static void addPackages(String text, Set<String> packages) {
    Matcher matcher = PACKAGE.matcher(text);
    while (matcher.find()) {
      if (!matcher.group(1).matches("javax?\\..*")) {
        packages.add(matcher.group(1) + ".*");
      }
    }
  }

  private static Stream<String> pointcuts(byte[] aspect) {
    return ClassFile.of().parse(aspect).methods().stream()
        .flatMap(method -> method.findAttribute(Attributes.runtimeVisibleAnnotations()).stream())
        .flatMap(all -> all.annotations().stream())
        .filter(one -> one.className().stringValue().endsWith("/Pointcut;"))
        .flatMap(one -> one.elements().stream())
        .flatMap(e -> e.value() instanceof AnnotationValue.OfString s ? Stream.of(s) : Stream.of())
        .map(AnnotationValue.OfString::stringValue);
  }

  /**
   * A server woven by its build needs no agent.
   *
   * @throws ConfigurationException naming such an entry of the class path
   */
  public static void requireUnwoven(ClassPath classPath) throws IOException {
    for (Path entry : classPath.all(RecordWriter.RESOURCE).keySet()) {
      throw new ConfigurationException(
          entry
              + " was woven when it was built, and must not be woven twice; start it without the"
              + " agent, or put the unwoven jar on the class path");
    }
  }

  /** Whether a class is a compiled aspect. */
  public boolean hasAspect(String name) {
    return compiled.containsKey(name);
  }

  /** The aspects for the weaver. */
  public Definition definition() {
    Definition definition = new Definition();
    definition.getAspectClassNames().addAll(SEAMS);
    definition.getAspectClassNames().addAll(compiled.keySet());
    made.forEach(one -> definition.getConcreteAspects().add(one.definition()));
    return definition;
  }

  /** The classes woven at loading. */
  public Scope adopted() {
    return scopes.values().stream().reduce(Scope.of(List.of(), ""), Scope::and);
  }

  /** The pointcuts of the adopting aspects for these classes, by the names of the aspects. */
  public Map<String, String> adopting() {
    Map<String, String> adopting = new LinkedHashMap<>();
    made.stream()
        .filter(one -> one.pointcuts().containsKey("scope"))
        .forEach(one -> adopting.put(one.name(), one.pointcuts().get("scope")));
    return adopting;
  }

  /** The aspects declared by a file. */
  public List<DeclaredAspect> declared() {
    return made.stream().map(ConcreteAspect::declared).filter(Objects::nonNull).toList();
  }
}
