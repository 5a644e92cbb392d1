package cal.weave.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MonitorRegionsTest {
  private static final ClassDesc ODD = ClassDesc.of("app.Odd");

  private static MonitorRegions regions(String policy, String... patterns) {
    return new MonitorRegions(
        List.of(
            new MonitorRegions.Entry(
                "cal.yaml: regions.all", "cal.binding.All", List.of(patterns), policy)),
        MonitorRegionsTest.class.getClassLoader());
  }

  private static byte[] file(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  @Test
  void shouldLeaveNoMonitorAndGiveBackEachRegion() throws IOException {
    MonitorRegions regions = regions("csp", "cal.weave.monitor.Locking");
    byte[] cut = regions.cut(Locking.class.getName(), file(Locking.class));

    var model = ClassFile.of().parse(cut);
    assertThat(ClassFile.of().verify(cut)).isEmpty();
    assertThat(model.methods()).noneMatch(each -> each.flags().has(AccessFlag.SYNCHRONIZED));
    assertThat(model.methods().stream().flatMap(each -> each.code().stream()))
        .flatMap(CodeModel::elementList)
        .noneMatch(MonitorInstruction.class::isInstance)
        .noneMatch(
            element ->
                element instanceof InvokeInstruction call
                    && call.owner().asInternalName().equals("java/lang/Thread"));
    regions.require(List.of(file(Locking.class)));
    assertThat(regions.lines())
        .startsWith("regions cal.binding.All", "  monitors csp")
        .anyMatch(line -> line.matches("  region .*\\.whole\\(Locking.java\\) .*Locking"))
        .anyMatch(line -> line.matches("  region .*\\.blocks\\(Locking.java:\\d+\\) .*\\.lock"))
        .anyMatch(line -> line.matches("  region .*\\.blocks\\(Locking.java:\\d+\\) the class .*"));
  }

  @Test
  void shouldLeaveClassesUnderMonitorsAsTheyAre() throws IOException {
    MonitorRegions regions = regions("monitor", "cal.weave..*");
    byte[] before = file(Locking.class);
    assertThat(regions.cut(Locking.class.getName(), before)).isSameAs(before);
    assertThat(regions.lines()).hasSizeGreaterThan(LOCKS);
  }

  private static final int LOCKS = 10;

  static List<Consumer<CodeBuilder>> unstructured() {
    return List.of(
        // Returns with the monitor.
        code -> code.aload(0).monitorenter().return_(),
        // Gives back more than it takes.
        code -> code.aload(0).monitorexit().return_(),
        // An exception leaves with the monitor.
        code ->
            code.aload(0)
                .monitorenter()
                .aload(0)
                .invokevirtual(
                    ConstantDescs.CD_Object, "hashCode", MethodTypeDesc.ofDescriptor("()I"))
                .pop()
                .aload(0)
                .monitorexit()
                .return_(),
        // One of two ways takes the monitor.
        code -> {
          Label after = code.newLabel();
          code.iload(1).ifeq(after).aload(0).monitorenter();
          code.labelBinding(after).aload(0).monitorexit().return_();
        },
        // Gives back the first taken first.
        code ->
            code.aload(0)
                .monitorenter()
                .aload(2)
                .monitorenter()
                .aload(0)
                .monitorexit()
                .aload(2)
                .monitorexit()
                .return_());
  }

  @ParameterizedTest
  @MethodSource("unstructured")
  void shouldRefuseLockingWithoutStructure(Consumer<CodeBuilder> code) {
    byte[] odd =
        ClassFile.of()
            .build(
                ODD,
                made ->
                    made.withMethodBody(
                        "odd",
                        MethodTypeDesc.ofDescriptor("(ILjava/lang/Object;)V"),
                        ClassFile.ACC_PUBLIC,
                        to -> {
                          to.lineNumber(7);
                          code.accept(to);
                        }));
    assertThatThrownBy(() -> regions("csp", "app.Odd").cut("app.Odd", odd))
        .isInstanceOf(WeaveException.class)
        .hasMessage(
            "cal.yaml: regions.all.monitors: app.Odd.odd (line 7) does not give back each monitor"
                + " on each way, the last taken first; leave app.Odd out");
  }

  @Test
  void shouldTakeTheStructureOfCompilers() {
    byte[] plain =
        ClassFile.of()
            .build(
                ODD,
                made ->
                    made.withMethodBody(
                        "plain",
                        MethodTypeDesc.ofDescriptor("(ILjava/lang/Object;)V"),
                        ClassFile.ACC_PUBLIC,
                        to -> to.aload(0).monitorenter().aload(0).monitorexit().return_()));
    assertThat(regions("csp", "app.Odd").cut("app.Odd", plain)).isNotEqualTo(plain);
  }

  static class Base {
    synchronized void locked() {}
  }

  static class Named extends Base {
    synchronized void whole() {}
  }

  static class FieldNamed {
    final Object own = new Object();

    void block() {
      synchronized (own) {
        own.notifyAll();
      }
    }
  }

  static class FieldUser {
    void signal(FieldNamed of) {
      synchronized (of.own) {
        of.own.notifyAll();
      }
    }
  }

  static class Wrapped {
    final List<String> list = Collections.synchronizedList(new ArrayList<>());

    void block() {
      synchronized (list) {
        list.clear();
      }
    }
  }

  static class OfJdk {
    final java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();

    void block() {
      synchronized (bytes) {
        bytes.reset();
      }
    }
  }

  static class Serial implements java.io.Serializable {
    synchronized void whole() {}
  }

  static class OfClass {
    static synchronized void whole() {}
  }

  static class ClassUser {
    @SuppressWarnings("LockOnNonEnclosingClassLiteral")
    void block() {
      synchronized (OfClass.class) {
        OfClass.whole();
      }
    }
  }

  static class Unknown {
    void block(Object any) {
      synchronized (any) {
        any.notifyAll();
      }
    }
  }

  private static MonitorRegions checked(Class<?> named, Class<?>... others) throws IOException {
    MonitorRegions regions = regions("csp", named.getName());
    regions.cut(named.getName(), file(named));
    List<byte[]> all = new ArrayList<>(List.of(file(named)));
    for (Class<?> other : others) {
      all.add(file(other));
    }
    regions.require(all);
    return regions;
  }

  private static void assertRefused(String sentence, Class<?> named, Class<?>... others) {
    assertThatThrownBy(() -> checked(named, others))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith("cal.yaml: regions.all.monitors: ")
        .hasMessageContaining(sentence);
  }

  @Test
  void shouldRefuseMonitorsThatOthersTake() {
    assertRefused(
        "name cal.weave.monitor.MonitorRegionsTest$Base as well", Named.class, Base.class);
    assertRefused(
        "FieldNamed.own is locked in cal.weave.monitor.MonitorRegionsTest$FieldNamed.block (line",
        FieldNamed.class,
        FieldUser.class);
    assertRefused("by the JVM's monitor in", OfClass.class, ClassUser.class);
    assertRefused("by the JDK in java.util.Collections.synchronizedList", Wrapped.class);
    assertRefused("by the JDK in java.io.ByteArrayOutputStream.", OfJdk.class);
    assertRefused("without serialVersionUID", Serial.class);
  }

  @Test
  void shouldSayWhatCannotBeTold() throws IOException {
    assertThat(checked(FieldNamed.class, Unknown.class).lines())
        .anyMatch(
            line ->
                line.startsWith(
                    "  remark cal.yaml: regions.all.monitors: an object of unknown type is"
                        + " locked"));
    assertThat(checked(FieldNamed.class, OfClass.class, ClassUser.class).lines())
        .noneMatch(line -> line.startsWith(MonitorRegions.REMARK));
  }

  @ParameterizedTest
  @ValueSource(strings = {"app.Lockin", "cal.weave.code..*"})
  void shouldRefuseAPatternWithoutMonitors(String pattern) throws IOException {
    MonitorRegions regions = regions("csp", "cal.weave.monitor.Locking", pattern);
    regions.cut(Locking.class.getName(), file(Locking.class));
    assertThatThrownBy(() -> regions.require(List.of(file(Locking.class))))
        .isInstanceOf(WeaveException.class)
        .hasMessageContaining("no woven class with a synchronized method or block is " + pattern);
  }

  @Test
  void shouldRefuseANamedClassThatIsNotWoven() throws IOException {
    MonitorRegions regions = regions("csp", "cal.weave..*");
    regions.cut(Locking.class.getName(), file(Locking.class));
    assertThatThrownBy(() -> regions.require(List.of(file(Locking.class), file(OfClass.class))))
        .isInstanceOf(WeaveException.class)
        .hasMessageContaining("OfClass.whole is not woven (weave:)");
  }
}
