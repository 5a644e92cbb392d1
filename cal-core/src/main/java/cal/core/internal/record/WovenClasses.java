package cal.core.internal.record;

import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What ajc left in class files: the bindings, and the calls of their advice.
 *
 * <p>A woven join point calls {@code Binding.aspectOf()}, then the advice of {@code
 * ActivityCapture}, with the static part of the join point ({@code ajc$tjp_N}) among its arguments.
 * Advice without a closure is inlined into a method {@code <name>_aroundBody<N>$advice}: only the
 * one that cancels.
 */
public final class WovenClasses {
  private static final String CAPTURE = "cal/core/ActivityCapture";
  private static final String REGIONS = "cal/core/CriticalRegions";
  private static final String CONDITIONS = "cal/core/internal/region/ConditionSeam";

  /** One binding, or aspect of regions: its pointcuts by name, and what they matched. */
  record Binding(String name, Map<String, String> pointcuts, List<Captures.JoinPoint> points) {}

  private final Map<String, ClassModel> classes = new TreeMap<>();
  private final Map<String, Binding> bindings = new TreeMap<>();
  private final Map<String, Binding> regions = new TreeMap<>();
  private final TreeSet<String> called = new TreeSet<>();
  private final TreeSet<String> declared = new TreeSet<>();
  private final Map<String, Captures.Form> adviceForms = new HashMap<>();

  private boolean conditions;

  private WovenClasses() {}

  static WovenClasses read(Path folder) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (Path file : RecordWriter.classFiles(folder)) {
      files.add(Files.readAllBytes(file));
    }
    return of(files);
  }

  public static WovenClasses of(Collection<byte[]> files) {
    return of(files, Map.of());
  }

  /**
   * Looks at woven classes.
   *
   * @param declared the pointcuts of bindings and regions that are in no class file
   */
  public static WovenClasses of(
      Collection<byte[]> files, Map<String, Map<String, String>> declared) {
    WovenClasses woven = new WovenClasses();
    for (byte[] file : files) {
      ClassModel model = ClassFile.of().parse(file);
      woven.classes.put(model.thisClass().asInternalName(), model);
    }
    try {
      woven.readAdvice();
    } catch (IOException e) {
      throw new ConfigurationException("cal-core cannot be read: " + e.getMessage(), e);
    }
    declared.forEach(woven::add);
    woven.classes.values().forEach(woven::findBinding);
    woven.classes.values().forEach(woven::findJoinPoints);
    return woven;
  }

  private void add(String name, Map<String, String> pointcuts) {
    boolean region = pointcuts.keySet().stream().anyMatch(one -> one.startsWith("critical"));
    (region ? regions : bindings).put(name, new Binding(name, pointcuts, new ArrayList<>()));
  }

  Map<String, Binding> bindings() {
    return bindings;
  }

  /** The concrete aspects that extend {@code CriticalRegions}, and the executions they advise. */
  Map<String, Binding> regions() {
    return regions;
  }

  /** Whether the classes wait on objects, or signal there. */
  boolean conditions() {
    return conditions;
  }

  /** Every {@code Type.method} that the classes call, for hints. */
  List<String> called() {
    return List.copyOf(called);
  }

  /** Every {@code Type.method} that the classes declare, for hints. */
  List<String> declared() {
    return List.copyOf(declared);
  }

  /** Which advice of the library does what: known by what it calls. */
  private void readAdvice() throws IOException {
    for (MethodModel method : load(CAPTURE).methods()) {
      String name = method.methodName().stringValue();
      if (name.startsWith("ajc$afterReturning$")) {
        adviceForms.put(name, Captures.Form.INSTANTIATION);
      } else if (name.startsWith("ajc$around$") && !name.endsWith("proceed")) {
        for (CodeElement element : method.code().map(CodeModel::elementList).orElse(List.of())) {
          if (element instanceof InvokeInstruction call) {
            switch (call.name().stringValue()) {
              case "spawn" -> adviceForms.put(name, Captures.Form.SPAWN);
              case "handOffCall" -> adviceForms.put(name, Captures.Form.HANDOFF);
              default -> {}
            }
          }
        }
      }
    }
  }

  private ClassModel load(String internalName) throws IOException {
    ClassModel known = classes.get(internalName);
    if (known != null) {
      return known;
    }
    try (InputStream in =
        WovenClasses.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
      return in == null ? null : ClassFile.of().parse(in.readAllBytes());
    }
  }

  private void findBinding(ClassModel model) {
    if (model.flags().has(AccessFlag.ABSTRACT)) {
      return;
    }
    Map<String, String> pointcuts = new LinkedHashMap<>();
    String library = libraryAspect(model, pointcuts);
    if (library != null) {
      String name = model.thisClass().asInternalName().replace('/', '.');
      Map<String, Binding> kind = library.equals(CAPTURE) ? bindings : regions;
      kind.put(name, new Binding(name, pointcuts, new ArrayList<>()));
    }
  }

  /** The aspect of the library that a class extends, or null; adds the pointcuts on the way up. */
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
      throw new ConfigurationException("a class cannot be read: " + e.getMessage(), e);
    }
  }

  /** The library's pointcuts that an aspect overrides, and no sub-aspect of it has overridden. */
  private static void addPointcuts(ClassModel model, Map<String, String> pointcuts) {
    for (MethodModel method : model.methods()) {
      String[] parts = method.methodName().stringValue().split("\\$");
      if (parts.length > 3
          && parts[0].equals("ajc")
          && parts[1].equals("pointcut")
          && !method.flags().has(AccessFlag.ABSTRACT)
          && parts[3].matches("capture.*|cancelCall|critical.*Region")) {
        pointcuts.putIfAbsent(parts[3], pointcutText(method));
      }
    }
  }

  private static String pointcutText(MethodModel method) {
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

  private void findJoinPoints(ClassModel model) {
    Map<String, String> signatures = new HashMap<>();
    for (MethodModel method : model.methods()) {
      if (method.methodName().equalsString("ajc$preClinit")) {
        signatures.putAll(new StaticParts(method).signatures());
      }
    }
    for (MethodModel method : model.methods()) {
      declared.add(declaredName(model, method));
      method.code().ifPresent(code -> findJoinPoints(model, method, code, signatures));
    }
  }

  private void findJoinPoints(
      ClassModel model, MethodModel method, CodeModel code, Map<String, String> signatures) {
    Binding binding = null;
    String signature = null;
    int line = 0;
    for (CodeElement element : code) {
      switch (element) {
        case LineNumber number -> line = number.line();
        case FieldInstruction field when signatures.containsKey(field.name().stringValue()) ->
            signature = signatures.get(field.name().stringValue());
        case InvokeInstruction call when call.name().equalsString("aspectOf") -> {
          String owner = call.owner().asInternalName().replace('/', '.');
          conditions |= call.owner().asInternalName().equals(CONDITIONS);
          binding = bindings.getOrDefault(owner, regions.get(owner));
        }
        case InvokeInstruction call -> {
          called.add(simpleName(call.owner().asInternalName()) + "." + call.name().stringValue());
          Captures.Form form = formOf(call);
          if (binding != null && form != null) {
            String what =
                switch (form) {
                  case CANCEL -> cancelled(call);
                  case REGION, CLASS_REGION -> region(model, method, call);
                  default -> signature;
                };
            // Where an execution is woven, ajc leaves no line number that means anything.
            int at = isExecution(method, call) && isRegion(form) ? 0 : line;
            binding.points().add(new Captures.JoinPoint(form, site(model, method, at), what));
            binding = null;
          }
        }
        default -> {}
      }
    }
  }

  private Captures.Form formOf(InvokeInstruction call) {
    String name = call.name().stringValue();
    if (name.matches(".*_aroundBody\\d+\\$advice")) {
      String type = call.type().stringValue();
      return type.contains(CAPTURE)
          ? Captures.Form.CANCEL
          : type.contains(REGIONS) ? regionForm(type) : null;
    }
    if (call.owner().asInternalName().equals(REGIONS) && name.startsWith("ajc$around$")) {
      return regionForm(call.type().stringValue());
    }
    return call.owner().asInternalName().equals(CAPTURE) ? adviceForms.get(name) : null;
  }

  /** The advice of class regions asks its join point for the class. */
  private static Captures.Form regionForm(String adviceType) {
    return adviceType.contains("JoinPoint$StaticPart")
        ? Captures.Form.CLASS_REGION
        : Captures.Form.REGION;
  }

  private static boolean isRegion(Captures.Form form) {
    return form == Captures.Form.REGION || form == Captures.Form.CLASS_REGION;
  }

  /** Whether advice replaces the very method that calls it, and not a call that it makes. */
  private static boolean isExecution(MethodModel method, InvokeInstruction advice) {
    return stem(advice.name().stringValue()).equals(stem(method.methodName().stringValue()));
  }

  private static String stem(String name) {
    return name.replaceFirst("_aroundBody.*", "");
  }

  /** The method that is a region: the advised one, or the one that it calls there. */
  private static String region(ClassModel model, MethodModel method, InvokeInstruction advice) {
    if (isExecution(method, advice)) {
      return declaredName(model, method) + "(..)";
    }
    String callee = stem(advice.name().stringValue());
    String body = advice.name().stringValue().replaceFirst("\\d+\\$advice$", "");
    return model.methods().stream()
        .filter(candidate -> candidate.methodName().stringValue().startsWith(body))
        .flatMap(candidate -> candidate.code().stream().flatMap(CodeModel::elementStream))
        .flatMap(e -> e instanceof InvokeInstruction call ? Stream.of(call) : Stream.empty())
        .filter(call -> call.name().equalsString(callee))
        .map(call -> simpleName(call.owner().asInternalName()) + "." + callee + "(..)")
        .findFirst()
        .orElse(callee + "(..)");
  }

  private static String cancelled(InvokeInstruction call) {
    String type = call.typeSymbol().parameterType(0).displayName();
    return type + "." + call.name().stringValue().replaceFirst("_aroundBody.*", "") + "(..)";
  }

  private static String site(ClassModel model, MethodModel method, int line) {
    String type = model.thisClass().asInternalName().replace('/', '.');
    String file =
        model
            .findAttribute(Attributes.sourceFile())
            .map(attribute -> attribute.sourceFile().stringValue())
            .orElse("unknown");
    String name = method.methodName().stringValue().replaceFirst("_aroundBody.*", "");
    return type + "." + name + "(" + file + (line == 0 ? "" : ":" + line) + ")";
  }

  /** {@code Type.method}, as its author wrote it. */
  private static String declaredName(ClassModel model, MethodModel method) {
    String name = method.methodName().stringValue().replaceFirst("_aroundBody.*", "");
    return simpleName(model.thisClass().asInternalName()) + "." + name;
  }

  private static String simpleName(String internalName) {
    return internalName.substring(
        Math.max(internalName.lastIndexOf('/'), internalName.lastIndexOf('$')) + 1);
  }

  /** The signatures in {@code ajc$preClinit}, by the field that holds each static part. */
  private record StaticParts(MethodModel method) {
    Map<String, String> signatures() {
      Map<String, String> signatures = new HashMap<>();
      List<String> strings = new ArrayList<>();
      for (CodeElement element : method.code().orElseThrow()) {
        if (element instanceof ConstantInstruction constant
            && constant.constantValue() instanceof String text) {
          strings.add(text);
        } else if (element instanceof FieldInstruction field
            && field.name().stringValue().startsWith("ajc$tjp_")) {
          signatures.put(field.name().stringValue(), render(strings));
          strings.clear();
        }
      }
      return signatures;
    }

    /** Strings: kind, modifiers, name, declaring type, parameter types, names, exceptions, type. */
    private static String render(List<String> strings) {
      int kind = -1;
      for (int i = 0; i < strings.size(); i++) {
        kind = strings.get(i).endsWith("-call") ? i : kind;
      }
      if (kind < 0 || strings.size() < kind + 5) {
        return String.join(" ", strings);
      }
      boolean made = strings.get(kind).startsWith("constructor");
      String type = strings.get(kind + (made ? 2 : 3));
      String name = made ? "new" : strings.get(kind + 2);
      String parameters =
          Arrays.stream(strings.get(kind + (made ? 3 : 4)).split(":"))
              .map(StaticParts::typeName)
              .collect(Collectors.joining(", "));
      String result = made ? "" : strings.get(strings.size() - 1) + " ";
      return result + type + "." + name + "(" + parameters + ")";
    }

    /** The name as in source: arrays are recorded as descriptors, other types by their names. */
    private static String typeName(String recorded) {
      return recorded.startsWith("[")
          ? ClassDesc.ofDescriptor(recorded.replace('.', '/')).displayName()
          : recorded;
    }
  }
}
