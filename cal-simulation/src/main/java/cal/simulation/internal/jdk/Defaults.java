package cal.simulation.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.net.URL;
import java.net.URLStreamHandlerFactory;
import java.util.Hashtable;

/**
 * Defaults of the JDK without a public way back: the providers of security, of which the public
 * list would load each, and the factory of protocols. Immutable.
 */
public final class Defaults {
  private static final MethodHandle PROVIDERS;
  private static final MethodHandle SET_PROVIDERS;
  private static final VarHandle FACTORY;
  private static final Hashtable<?, ?> HANDLERS;

  static {
    try {
      Class<?> providers = Class.forName("sun.security.jca.Providers");
      Class<?> list = Class.forName("sun.security.jca.ProviderList");
      Lookup in = Internals.in(providers);
      PROVIDERS = in.findStatic(providers, "getProviderList", MethodType.methodType(list));
      SET_PROVIDERS =
          in.findStatic(providers, "setProviderList", MethodType.methodType(void.class, list));
      Lookup urls = Internals.in(URL.class);
      FACTORY = urls.findStaticVarHandle(URL.class, "factory", URLStreamHandlerFactory.class);
      HANDLERS =
          (Hashtable<?, ?>) urls.findStaticVarHandle(URL.class, "handlers", Hashtable.class).get();
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  private final Object providers = Internals.call(PROVIDERS);
  private final Object factory = FACTORY.get();

  /** The present defaults. */
  public Defaults() {}

  /** Puts all back. */
  public void restore() {
    Object unused = Internals.call(SET_PROVIDERS, providers);
    if (FACTORY.get() != factory) {
      FACTORY.set((URLStreamHandlerFactory) factory);
      HANDLERS.clear();
    }
  }
}
