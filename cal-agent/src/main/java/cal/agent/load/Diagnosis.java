package cal.agent.load;

import cal.agent.binding.Bindings;
import cal.agent.path.ClassPath;
import cal.agent.weaving.PreMainWeaver;
import cal.core.internal.start.LoadTime;
import cal.core.internal.support.TestedJdk;
import cal.weave.support.AjcNames;
import cal.weave.support.Scope;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The report of {@code ./cal doctor} about a server: the woven classes, the captures of each stage,
 * the uncaptured calls, and the origin of each setting. For a single thread.
 */
final class Diagnosis {
  private static final String SEAM = "cal/core/internal/socket/SocketSeam";
  private static final Set<String> SOCKETS = Set.of("java/net/Socket", "java/net/ServerSocket");
  private static final Set<String> FACTORY_METHODS = Set.of("createSocket", "createServerSocket");

  private final Bindings bindings;
  private final ClassPath classPath;
  private final PreMainWeaver.Result result;

  /** {@code type.method} of the captured calls, with slashes. */
  private final List<String> captured = new ArrayList<>();

  Diagnosis(Bindings bindings, ClassPath classPath, PreMainWeaver.Result result) {
    this.bindings = bindings;
    this.classPath = classPath;
    this.result = result;
  }

  /** The report: texts, lists and mappings. */
  Map<String, Object> report(ClassLoader loader) throws IOException {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("java", java());
    report.put("opened", List.of("java.base/java.lang", "java.base/sun.nio.ch"));
    report.put("woven", woven());
    Map<String, String> models = LoadTime.plan(loader);
    report.put("stages", stages(result.weaving().record(), models, this::remember));
    report.put("sockets-replaced", sockets());
    report.put("not-captured", notCaptured());
    if (!bindings.adopted().isEmpty()) {
      report.putAll(new AdoptionReport(bindings, classPath).report(models, loader));
    }
    report.put("settings", LoadTime.settingsInForce(loader));
    return report;
  }

  static String java() {
    String untested = TestedJdk.remark(Runtime.version()).map(remark -> "; " + remark).orElse("");
    return Runtime.version() + ", " + System.getProperty("java.home") + untested;
  }

  private Map<String, Object> woven() {
    Map<String, Object> woven = new LinkedHashMap<>();
    woven.put("classes", bindings.scope().patterns());
    woven.put("because-of", bindings.origin());
    woven.put("looked-at", String.valueOf(result.seen()));
    woven.put("changed", String.valueOf(result.changed().size()));
    if (!bindings.adopted().isEmpty()) {
      woven.put("adopted", bindings.adopted().patterns());
    }
    return woven;
  }

  /**
   * The stages and regions of a record.
   *
   * @param models {@code model (origin)} by stage
   * @param captured is told the signature of each captured call
   */
  static Map<String, Object> stages(
      List<String> record, Map<String, String> models, Consumer<String> captured) {
    Map<String, Object> stages = new LinkedHashMap<>();
    Map<String, Object> stage = Map.of();
    List<Object> points = new ArrayList<>();
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      switch (words[0]) {
        case "binding", "regions" -> {
          points = new ArrayList<>();
          stage = new LinkedHashMap<>();
          boolean binding = words[0].equals("binding");
          if (binding) {
            stage.put("model", models.getOrDefault(words[2], "none"));
          }
          stage.put(binding ? "binding" : "regions", words[1]);
          stage.put("captured", points);
          stages.put(binding ? words[2] : words[1], stage);
        }
        case "conditions" -> {}
        case "remark" -> points.add(line.strip());
        case "awaits" -> {
          stage.put("awaits", words[1].replace('#', '.'));
          stage.put("buffer", words[2].replace('#', '.'));
        }
        case "cut" ->
            ofBinding(stages, words[1]).merge("cut", words[2], (one, other) -> one + "; " + other);
        case "effect" -> stage.put(words[0], line.strip().substring(words[0].length() + 1));
        case "listens", "busy", "priority", "guard", "key", "loop", "monitors" ->
            stage.put(words[0], words[1].replace('#', '.'));
        case "pointcut" -> points.add(words[1] + ": " + words[2]);
        default -> {
          points.add(line.strip());
          captured.accept(words[2]);
        }
      }
    }
    return stages;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> ofBinding(Map<String, Object> stages, String aspect) {
    return stages.values().stream()
        .map(stage -> (Map<String, Object>) stage)
        .filter(stage -> aspect.equals(stage.get("binding")))
        .findFirst()
        .orElseThrow();
  }

  /** {@code int com.acme.Store.store(..)} becomes {@code com/acme/Store.store}. */
  private void remember(String signature) {
    String method = signature.replaceFirst("\\(.*", "").replaceFirst(".* ", "");
    int dot = method.lastIndexOf('.');
    if (dot > 0) {
      captured.add(method.substring(0, dot).replace('.', '/') + method.substring(dot));
    }
  }

  /**
   * The captured calls of classes woven before {@code main}, and the expected calls of adopted
   * classes.
   */
  private List<String> sockets() throws IOException {
    Set<String> sites = new LinkedHashSet<>();
    for (byte[] woven : result.changed().values()) {
      eachElement(
          woven,
          (element, site) -> {
            if (element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals(SEAM)
                && AjcNames.isAroundAdvice(call.name().stringValue())) {
              sites.add(site.get());
            }
          });
    }
    Scope adopted = bindings.adopted(); // woven at loading, and not before
    for (byte[] file :
        classPath
            .classes(name -> adopted.includes(name) && !bindings.scope().includes(name))
            .values()) {
      eachElement(
          file,
          (element, site) -> {
            if (makesSocket(element)) {
              sites.add(site.get());
            }
          });
    }
    return List.copyOf(sites);
  }

  /** As captured by {@code SocketSeam}. */
  private static boolean makesSocket(CodeElement element) {
    return switch (element) {
      case NewObjectInstruction made -> SOCKETS.contains(made.className().asInternalName());
      case InvokeInstruction call ->
          call.owner().asInternalName().startsWith("javax/net/")
              && FACTORY_METHODS.contains(call.name().stringValue());
      default -> false;
    };
  }

  /** Calls hidden from the weaver, and calls in other classes. */
  private List<String> notCaptured() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (byte[] file : classPath.classes(bindings.scope()::includes).values()) {
      eachElement(file, (element, site) -> findUnseen(element, site, found));
    }
    classPath
        .classes(name -> !bindings.scope().includes(name) && !bindings.hasAspect(name))
        .forEach((name, bytes) -> findCallers(bytes, found));
    return List.copyOf(found);
  }

  private void findUnseen(CodeElement element, Supplier<String> site, Set<String> found) {
    if (element instanceof InvokeInstruction call
        && call.owner().asInternalName().equals("java/lang/reflect/Method")
        && call.name().equalsString("invoke")) {
      found.add("reflection: " + site.get() + " may call what is captured");
    } else if (element instanceof InvokeDynamicInstruction made) {
      for (var argument : made.bootstrapArgs()) {
        if (argument instanceof DirectMethodHandleDesc handle) {
          findReference(handle, site, found);
        }
      }
    }
  }

  private void findReference(
      DirectMethodHandleDesc handle, Supplier<String> site, Set<String> found) {
    String type = handle.owner().descriptorString();
    String callee = type.substring(1, type.length() - 1) + "." + handle.methodName();
    if (captured.contains(callee)) {
      found.add("method reference: " + site.get() + " calls " + callee.replace('/', '.'));
    }
  }

  private void findCallers(byte[] file, Set<String> found) {
    String constants = new String(file, StandardCharsets.ISO_8859_1);
    if (captured.stream().noneMatch(one -> constants.contains(one.split("\\.", 2)[0]))) {
      return;
    }
    eachElement(file, (element, site) -> findCaller(element, site, found));
  }

  private void findCaller(CodeElement element, Supplier<String> site, Set<String> found) {
    if (element instanceof InvokeInstruction call) {
      String callee = call.owner().asInternalName() + "." + call.name().stringValue();
      if (captured.contains(callee)) {
        found.add("not woven: " + site.get() + " calls " + callee.replace('/', '.'));
      }
    }
  }

  /** Gives the action all code of a class, each element with its place. */
  static void eachElement(byte[] file, BiConsumer<CodeElement, Supplier<String>> action) {
    ClassModel model = ClassFile.of().parse(file);
    for (MethodModel method : model.methods()) {
      int line = 0;
      for (CodeElement element :
          method.code().stream().flatMap(CodeModel::elementStream).toList()) {
        if (element instanceof LineNumber number) {
          line = number.line();
        }
        int last = line;
        action.accept(element, () -> AjcNames.site(model, method, last));
      }
    }
  }
}
