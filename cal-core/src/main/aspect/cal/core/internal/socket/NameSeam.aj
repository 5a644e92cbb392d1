package cal.core.internal.socket;

import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Has a {@link SocketProvider} look up host names for woven code: an answer may take seconds, and
 * an event loop would stand still.
 *
 * <p>Woven into every server; without a provider, the call proceeds, as if unwoven. Lookups of
 * unwoven code are not seen.
 */
aspect NameSeam {
  private pointcut lookup():
      call(java.net.InetSocketAddress.new(String, int))
          || call(* java.net.InetAddress.getByName(String))
          || call(* java.net.InetAddress.getAllByName(String))
          || call(* java.net.InetAddress.getLocalHost())
          || call(String java.net.InetAddress+.getHostName())
          || call(String java.net.InetAddress+.getCanonicalHostName())
          || call(String java.net.InetSocketAddress.getHostName());

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): lookup() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.lookUp();
  }
}
