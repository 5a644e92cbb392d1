package cal.simulation.internal.jdk;

import java.lang.invoke.MethodType;
import java.nio.channels.spi.SelectorProvider;

/** The JDK's own channels and selectors. Stateless. */
public final class PlatformChannels {
  private PlatformChannels() {}

  /** Returns their provider. */
  public static SelectorProvider provider() {
    try {
      Class<?> type = Class.forName("sun.nio.ch.DefaultSelectorProvider");
      MethodType get = MethodType.methodType(Class.forName("sun.nio.ch.SelectorProviderImpl"));
      return (SelectorProvider) Internals.call(Internals.in(type).findStatic(type, "get", get));
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }
}
