package cal.core.internal.socket;

import cal.core.internal.engine.Engine;
import cal.core.internal.start.Bootstrap;
import cal.core.internal.support.Log;
import cal.core.internal.support.Thrown;
import cal.core.spi.SocketProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.util.OptionalLong;
import javax.net.ServerSocketFactory;
import javax.net.SocketFactory;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.reflect.CodeSignature;
import org.aspectj.lang.reflect.MethodSignature;

/**
 * A call of woven code for a socket, a stream's transfer or a name: done by a {@link
 * SocketProvider}, or else as unwoven.
 *
 * <p>For a single thread. The first such call starts the process's runtime if no binding has been
 * loaded yet: a socket made before must suit the model as well.
 */
abstract class SocketCall {
  private final JoinPoint call;

  SocketCall(JoinPoint call) {
    this.call = call;
  }

  /** Proceeds with the call as written, exceptions included. */
  protected abstract Object unwoven();

  /** Makes a listening socket. */
  final Object listener() throws IOException {
    SocketProvider provider = provider();
    return provider == null ? unwoven() : new ProvidedSockets(provider).listener(call.getArgs());
  }

  /** Makes a client's socket. */
  final Object client() throws IOException {
    SocketProvider provider = isProxied() ? null : provider();
    return HeardInput.ofClient(
        provider == null
            ? undisturbed()
            : new ProvidedSockets(provider).client(types(), call.getArgs()));
  }

  /** The same as {@link #unwoven}, in a waiting call, by {@link OwnInterrupt}. */
  final Object undisturbed() {
    boolean putAside = OwnInterrupt.putAside();
    try {
      return unwoven();
    } finally {
      OwnInterrupt.restore(putAside);
    }
  }

  private Class<?>[] types() {
    return ((CodeSignature) call.getSignature()).getParameterTypes();
  }

  /** Whether the socket goes, or may go where nobody says where to, through a proxy. */
  private boolean isProxied() throws IOException {
    Object[] arguments = call.getArgs();
    if (arguments.length == 0) {
      return Proxies.mayApply();
    }
    int port = (int) arguments[1];
    String host =
        switch (arguments[0]) {
          case InetAddress address -> new InetSocketAddress(address, 0).getHostString();
          case String name -> name;
          case null, default -> null;
        };
    return host != null && port >= 0 && port <= 0xFFFF && Proxies.apply(host, port);
  }

  /**
   * Makes an unconnected socket of a client, without an exception: where the provider has none
   * left, the JDK's socket fails later, at the connection. A socket that may need a proxy is for
   * the JDK.
   */
  final Object unconnected() {
    Object[] arguments = call.getArgs();
    boolean direct = arguments.length == 0 ? !Proxies.mayApply() : arguments[0] == Proxy.NO_PROXY;
    SocketProvider provider = direct ? provider() : null;
    if (provider != null) {
      try {
        return HeardInput.ofClient(provider.socket());
      } catch (IOException noneLeft) {
        Log.log(Level.DEBUG, "an unconnected socket is left to the JDK", noneLeft);
      }
    }
    return HeardInput.ofClient(unwoven());
  }

  /**
   * The provider of the sockets here; null for the JDK, and for a factory other than the default.
   */
  private SocketProvider provider() {
    Object factory = call.getTarget();
    boolean plain =
        factory == null
            || factory == ServerSocketFactory.getDefault()
            || factory == SocketFactory.getDefault();
    Engine runtime = plain ? Bootstrap.started(codeAt(call.getStaticPart())) : null;
    return runtime == null ? null : runtime.sockets().orElse(null);
  }

  /** The class of the join point. */
  static Class<?> codeAt(JoinPoint.StaticPart site) {
    return site.getSourceLocation().getWithinType();
  }

  /** Looks up the name or the address of a host. */
  final Object lookUp() {
    Object[] arguments = call.getArgs();
    boolean known =
        arguments.length > 0
            ? HostName.isAddress((String) arguments[0])
            : HostName.isKnown(call.getTarget())
                && !call.getSignature().getName().contains("Canon");
    SocketProvider provider = known ? null : providerInUse();
    try {
      return provider == null ? unwoven() : provider.lookUp(this::unwoven);
    } catch (IOException failure) {
      throw Thrown.<RuntimeException>asIs(failure);
    }
  }

  /** Null before the runtime has started. */
  private static SocketProvider providerInUse() {
    Engine runtime = Bootstrap.runtime();
    return runtime == null ? null : runtime.sockets().orElse(null);
  }

  /** Gives the input of a socket, which tells of bytes; of the server's own class unchanged. */
  final Object stream() {
    Object stream = unwoven();
    return ((MethodSignature) call.getSignature()).getReturnType() == InputStream.class
        ? HeardInput.of((Socket) call.getTarget(), stream)
        : stream;
  }

  /** Gives the output of a socket, {@link UnclosedOutput}; of the server's own class unchanged. */
  final Object output() {
    Object stream = unwoven();
    return ((MethodSignature) call.getSignature()).getReturnType() == OutputStream.class
        ? UnclosedOutput.of((Socket) call.getTarget(), stream)
        : stream;
  }

  /** Moves the rest of a stream, {@link InputStream#transferTo}. */
  final Object transfer() throws IOException {
    SocketProvider provider = providerInUse();
    OptionalLong moved =
        provider == null
            ? OptionalLong.empty()
            : provider.transfer((InputStream) call.getTarget(), (OutputStream) call.getArgs()[0]);
    return moved.isPresent() ? (Object) moved.getAsLong() : unwoven();
  }

  /** Makes a channel of a stream, which names the stream to a provider. */
  final Object channel() {
    WritableByteChannel plain = (WritableByteChannel) unwoven();
    return providerInUse() == null || plain instanceof FileChannel
        ? plain
        : new StreamChannel((OutputStream) call.getArgs()[0], plain);
  }

  /** Moves a part of a file, {@link FileChannel#transferTo}. */
  final Object transferPart() throws IOException {
    Object[] arguments = call.getArgs();
    SocketProvider provider = providerInUse();
    OptionalLong moved =
        provider != null && arguments[2] instanceof StreamChannel to && to.isOpen()
            ? provider.transfer(
                (FileChannel) call.getTarget(),
                (long) arguments[0],
                (long) arguments[1],
                to.stream())
            : OptionalLong.empty();
    return moved.isPresent() ? (Object) moved.getAsLong() : unwoven();
  }
}
