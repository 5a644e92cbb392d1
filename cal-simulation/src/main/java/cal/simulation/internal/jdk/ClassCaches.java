package cal.simulation.internal.jdk;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Map;

/** Memory of the JDK about a class: constants of an enum, annotations with such. Stateless. */
public final class ClassCaches {
  private static final List<VarHandle> FIELDS;

  static {
    try {
      Lookup in = Internals.in(Class.class);
      FIELDS =
          List.of(
              in.findVarHandle(Class.class, "enumConstants", Object[].class),
              in.findVarHandle(Class.class, "enumConstantDirectory", Map.class),
              in.findVarHandle(
                  Class.class, "annotationData", Class.forName("java.lang.Class$AnnotationData")),
              in.findVarHandle(Class.class, "reflectionData", SoftReference.class));
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  private ClassCaches() {}

  /** Forgets all. */
  public static void forget(Class<?> type) {
    FIELDS.forEach(field -> field.setVolatile(type, null));
  }
}
