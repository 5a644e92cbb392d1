package cal.core.internal.support;

/** The names of modules in options of {@code java}. Stateless. */
public final class ModuleName {
  private ModuleName() {}

  /** The module of a class: of a class path, all unnamed ones. */
  public static String of(Class<?> type) {
    Module module = type.getModule();
    return module.isNamed() ? module.getName() : "ALL-UNNAMED";
  }
}
