package cal.agent.load;

import cal.core.LoadTime;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.DirectMethodHandleDesc;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * What {@code ./cal doctor} tells of a server: what is woven, what each stage captured, what is not
 * captured, which setting comes from where. For one thread.
 */
final class Diagnosis {
  private static final String SEAM = "cal/core/SocketSeam";

  private final Bindings bindings;
  private final ClassPath classPath;
  private final Ahead.Result result;

  /** {@code type.method} of what is captured, with slashes. */
  private final List<String> captured = new ArrayList<>();

  Diagnosis(Bindings bindings, ClassPath classPath, Ahead.Result result) {
    this.bindings = bindings;
    this.classPath = classPath;
    this.result = result;
  }

  /** The report: texts, lists and mappings. */
  Map<String, Object> report(ClassLoader loader) throws IOException {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("java", Runtime.version() + ", " + System.getProperty("java.home"));
    report.put("opened", List.of("java.base/java.lang"));
    report.put("woven", woven());
    Map<String, String> models = LoadTime.start(loader);
    report.put("stages", stages(models));
    report.put("sockets-replaced", sockets());
    report.put("not-captured", notCaptured());
    report.put("settings", LoadTime.settingsInForce(loader));
    return report;
  }

  private Map<String, Object> woven() {
    Map<String, Object> woven = new LinkedHashMap<>();
    woven.put("classes", bindings.scope().patterns());
    woven.put("because-of", bindings.origin());
    woven.put("looked-at", String.valueOf(result.seen()));
    woven.put("changed", String.valueOf(result.woven().size()));
    if (!bindings.adopted().isEmpty()) {
      woven.put("adopted", bindings.adopted().patterns());
    }
    return woven;
  }

  private Map<String, Object> stages(Map<String, String> models) {
    Map<String, Object> stages = new LinkedHashMap<>();
    List<Object> points = new ArrayList<>();
    for (String line : result.record()) {
      String[] words = line.strip().split(" ", 3);
      switch (words[0]) {
        case "binding", "regions" -> {
          points = new ArrayList<>();
          Map<String, Object> stage = new LinkedHashMap<>();
          boolean binding = words[0].equals("binding");
          if (binding) {
            stage.put("model", models.getOrDefault(words[2], "none"));
          }
          stage.put(binding ? "binding" : "regions", words[1]);
          stage.put("captured", points);
          stages.put(binding ? words[2] : words[1], stage);
        }
        case "conditions" -> {}
        case "pointcut" -> points.add(words[1] + ": " + words[2]);
        default -> {
          points.add(line.strip());
          remember(words[2]);
        }
      }
    }
    return stages;
  }

  /** {@code int com.acme.Store.store(..)} becomes {@code com/acme/Store.store}. */
  private void remember(String signature) {
    String method = signature.replaceFirst("\\(.*", "").replaceFirst(".* ", "");
    int dot = method.lastIndexOf('.');
    if (dot > 0) {
      captured.add(method.substring(0, dot).replace('.', '/') + method.substring(dot));
    }
  }

  private List<String> sockets() {
    List<String> sites = new ArrayList<>();
    for (byte[] woven : result.woven().values()) {
      eachCall(
          woven,
          (call, site) -> {
            if (call.owner().asInternalName().equals(SEAM)
                && call.name().stringValue().startsWith("ajc$around$")) {
              sites.add(site);
            }
          });
    }
    return sites;
  }

  /** Calls that the weaver cannot see, and calls in classes that it does not look at. */
  private List<String> notCaptured() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (Map.Entry<String, byte[]> one : classPath.classes(bindings.scope()::includes).entrySet()) {
      findReferences(one.getValue(), found);
      eachCall(
          one.getValue(),
          (call, site) -> {
            if (call.owner().asInternalName().equals("java/lang/reflect/Method")
                && call.name().equalsString("invoke")) {
              found.add("reflection: " + site + " may call what is captured");
            }
          });
    }
    classPath
        .classes(name -> !bindings.scope().includes(name) && !bindings.hasAspect(name))
        .forEach((name, bytes) -> findCallers(bytes, found));
    return List.copyOf(found);
  }

  private void findReferences(byte[] file, Set<String> found) {
    ClassModel model = ClassFile.of().parse(file);
    for (MethodModel method : model.methods()) {
      method
          .code()
          .ifPresent(
              code -> {
                int line = 0;
                for (var element : code) {
                  if (element instanceof LineNumber number) {
                    line = number.line();
                  } else if (element instanceof InvokeDynamicInstruction made) {
                    for (var argument : made.bootstrapArgs()) {
                      if (argument instanceof DirectMethodHandleDesc handle) {
                        String type = handle.owner().descriptorString();
                        String name = type.substring(1, type.length() - 1);
                        if (captured.contains(name + "." + handle.methodName())) {
                          found.add(
                              "method reference: "
                                  + site(model, method, line)
                                  + " calls "
                                  + name.replace('/', '.')
                                  + "."
                                  + handle.methodName());
                        }
                      }
                    }
                  }
                }
              });
    }
  }

  private void findCallers(byte[] file, Set<String> found) {
    String constants = new String(file, StandardCharsets.ISO_8859_1);
    if (captured.stream().noneMatch(one -> constants.contains(one.split("\\.", 2)[0]))) {
      return;
    }
    eachCall(
        file,
        (call, site) -> {
          String callee = call.owner().asInternalName() + "." + call.name().stringValue();
          if (captured.contains(callee)) {
            found.add("not woven: " + site + " calls " + callee.replace('/', '.'));
          }
        });
  }

  private static void eachCall(byte[] file, BiConsumer<InvokeInstruction, String> action) {
    ClassModel model = ClassFile.of().parse(file);
    for (MethodModel method : model.methods()) {
      method
          .code()
          .ifPresent(
              code -> {
                int line = 0;
                for (var element : code) {
                  if (element instanceof LineNumber number) {
                    line = number.line();
                  } else if (element instanceof InvokeInstruction call) {
                    action.accept(call, site(model, method, line));
                  }
                }
              });
    }
  }

  private static String site(ClassModel model, MethodModel method, int line) {
    String file =
        model
            .findAttribute(Attributes.sourceFile())
            .map(attribute -> attribute.sourceFile().stringValue())
            .orElse("unknown");
    String name = method.methodName().stringValue().replaceFirst("_aroundBody.*", "");
    return model.thisClass().asInternalName().replace('/', '.')
        + "."
        + name
        + "("
        + file
        + (line == 0 ? "" : ":" + line)
        + ")";
  }
}
