package cal.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.Proxy;
import java.util.OptionalLong;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.CodeSignature;

/**
 * A call of woven code that makes a socket or moves a stream: done by a {@link SocketProvider}, or
 * else as unwoven.
 *
 * <p>For one thread. The process's runtime is started at the first such call if no binding has been
 * loaded yet: a socket made before must suit the model as well.
 */
abstract class SocketCall {
  /** Where a SOCKS proxy is to be asked, which the JDK's client sockets know how to. */
  private static final String SOCKS = "socksProxyHost";

  private final JoinPoint call;

  SocketCall(JoinPoint call) {
    this.call = call;
  }

  /** Proceeds with the call as it is written; throws what that throws. */
  protected abstract Object unwoven();

  /** Makes a listening socket. */
  final Object listener() throws IOException {
    SocketProvider provider = provider();
    return provider == null ? unwoven() : new ProvidedSockets(provider).listener(call.getArgs());
  }

  /** Makes a client's socket. */
  final Object client() throws IOException {
    SocketProvider provider = System.getProperty(SOCKS) == null ? provider() : null;
    if (provider == null) {
      return unwoven();
    }
    Class<?>[] types = ((CodeSignature) call.getSignature()).getParameterTypes();
    return new ProvidedSockets(provider).client(types, call.getArgs());
  }

  /**
   * Makes a client's socket that is not connected, which throws nothing: where the provider has
   * none left, the JDK's fails later, when it is connected. A proxy is for the JDK.
   */
  final Object unconnected() {
    Object[] arguments = call.getArgs();
    boolean direct =
        arguments.length == 0 ? System.getProperty(SOCKS) == null : arguments[0] == Proxy.NO_PROXY;
    SocketProvider provider = direct ? provider() : null;
    if (provider != null) {
      try {
        return provider.socket();
      } catch (IOException noneLeft) {
        Stage.LOG.log(Level.DEBUG, "an unconnected socket is left to the JDK", noneLeft);
      }
    }
    return unwoven();
  }

  /** What makes sockets here; null for the JDK, and for a factory that is not its default one. */
  private SocketProvider provider() {
    Object factory = call.getTarget();
    boolean plain =
        factory == null
            || factory == ServerSocketFactory.getDefault()
            || factory == SocketFactory.getDefault();
    CalRuntime runtime = plain ? Bootstrap.started(codeAt(call.getStaticPart())) : null;
    return runtime == null ? null : runtime.sockets().orElse(null);
  }

  /** The class whose code has the join point. */
  static Class<?> codeAt(JoinPoint.StaticPart site) {
    return site.getSourceLocation().getWithinType();
  }

  /** Moves the rest of a stream, {@link InputStream#transferTo}. */
  final Object transfer() throws IOException {
    CalRuntime runtime = Bootstrap.runtime();
    SocketProvider provider = runtime == null ? null : runtime.sockets().orElse(null);
    OptionalLong moved =
        provider == null
            ? OptionalLong.empty()
            : provider.transfer((InputStream) call.getTarget(), (OutputStream) call.getArgs()[0]);
    return moved.isPresent() ? (Object) moved.getAsLong() : unwoven();
  }
}
