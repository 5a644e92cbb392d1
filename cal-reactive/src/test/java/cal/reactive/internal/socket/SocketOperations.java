package cal.reactive.internal.socket;

import cal.reactive.internal.socket.SocketState.Subject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/** The operations of sockets, queries and settings, by name. */
final class SocketOperations {
  private static final SocketAddress UNRESOLVED =
      InetSocketAddress.createUnresolved("nobody.invalid", 80);
  private static final SocketAddress UNIX = UnixDomainSocketAddress.of("none");

  private SocketOperations() {}

  /** Questions that leave a socket as it is. */
  static Map<String, Operation<Socket>> questions() {
    Map<String, Operation<Socket>> map = new LinkedHashMap<>();
    map.put("toString", Socket::toString);
    map.put("getInetAddress", Socket::getInetAddress);
    map.put("getLocalAddress", Socket::getLocalAddress);
    map.put("getPort", Socket::getPort);
    map.put("getLocalPort", Socket::getLocalPort);
    map.put("getRemoteSocketAddress", Socket::getRemoteSocketAddress);
    map.put("getLocalSocketAddress", Socket::getLocalSocketAddress);
    map.put("getChannel", Socket::getChannel);
    map.put("getInputStream", Socket::getInputStream);
    map.put("getOutputStream", Socket::getOutputStream);
    map.put("isBound", Socket::isBound);
    map.put("isConnected", Socket::isConnected);
    map.put("isClosed", Socket::isClosed);
    map.put("isInputShutdown", Socket::isInputShutdown);
    map.put("isOutputShutdown", Socket::isOutputShutdown);
    map.put("getTcpNoDelay", Socket::getTcpNoDelay);
    map.put("getSoLinger", Socket::getSoLinger);
    map.put("getOOBInline", Socket::getOOBInline);
    map.put("getSoTimeout", Socket::getSoTimeout);
    map.put("getSendBufferSize", Socket::getSendBufferSize);
    map.put("getReceiveBufferSize", Socket::getReceiveBufferSize);
    map.put("getKeepAlive", Socket::getKeepAlive);
    map.put("getTrafficClass", Socket::getTrafficClass);
    map.put("getReuseAddress", Socket::getReuseAddress);
    map.put("getOption", it -> it.getOption(StandardSocketOptions.SO_LINGER));
    map.put("getOption(null)", it -> it.getOption(null));
    map.put("getOption(foreign)", it -> it.getOption(StandardSocketOptions.IP_MULTICAST_TTL));
    map.put("supportedOptions", it -> it.supportedOptions().isEmpty());
    return map;
  }

  /** Whatever may change a socket: each is told to a socket of its own. */
  static Map<String, Operation<Subject>> changes() {
    Map<String, Operation.Change<Socket>> map = new LinkedHashMap<>();
    map.put("bind", it -> it.bind(SocketState.ipv4()));
    map.put("bind(null)", it -> it.bind(null));
    map.put("bind(unresolved)", it -> it.bind(UNRESOLVED));
    map.put("bind(unix)", it -> it.bind(UNIX));
    map.put("connect(null)", it -> it.connect(null));
    map.put("connect(-1)", it -> it.connect(SocketState.ipv4(), -1));
    map.put("connect(unix)", it -> it.connect(UNIX));
    map.put("connect(unresolved)", it -> it.connect(UNRESOLVED));
    map.put("connect(port 0)", it -> it.connect(SocketState.ipv4()));
    map.put("shutdownInput", Socket::shutdownInput);
    map.put("shutdownOutput", Socket::shutdownOutput);
    map.put("close", Socket::close);
    map.put("setTcpNoDelay", it -> it.setTcpNoDelay(true));
    map.put("setSoLinger", it -> it.setSoLinger(true, 1));
    map.put("setSoLinger(-1)", it -> it.setSoLinger(true, -1));
    map.put("setOOBInline", it -> it.setOOBInline(true));
    map.put("setSoTimeout", it -> it.setSoTimeout(1));
    map.put("setSoTimeout(-1)", it -> it.setSoTimeout(-1));
    map.put("setSendBufferSize", it -> it.setSendBufferSize(9_999));
    map.put("setSendBufferSize(0)", it -> it.setSendBufferSize(0));
    map.put("setReceiveBufferSize", it -> it.setReceiveBufferSize(9_999));
    map.put("setReceiveBufferSize(0)", it -> it.setReceiveBufferSize(0));
    map.put("setKeepAlive", it -> it.setKeepAlive(true));
    map.put("setTrafficClass", it -> it.setTrafficClass(8));
    map.put("setTrafficClass(256)", it -> it.setTrafficClass(256));
    map.put("setReuseAddress", it -> it.setReuseAddress(true));
    map.put("setOption", it -> it.setOption(StandardSocketOptions.TCP_NODELAY, true));
    map.put("setOption(null)", it -> it.setOption(null, true));
    map.put("setOption(value null)", it -> it.setOption(StandardSocketOptions.SO_LINGER, null));
    map.put("setPerformancePreferences", it -> it.setPerformancePreferences(1, 2, 3));
    map.put("sendUrgentData", it -> it.sendUrgentData(1));
    Map<String, Operation<Subject>> changes = new LinkedHashMap<>();
    map.forEach((name, change) -> changes.put(name, then(it -> done(change, it.socket()))));
    return changes;
  }

  /** The operations of the streams that a socket gave when it was connected. */
  static Map<String, Operation<Subject>> streams() {
    Map<String, Operation<Subject>> map = new LinkedHashMap<>();
    map.put("read", it -> it.in().read());
    map.put("read(range)", it -> it.in().read(new byte[10], 1, 2));
    map.put("read(nothing)", it -> it.in().read(new byte[0]));
    map.put("read(out of range)", it -> it.in().read(new byte[1], 1, 1));
    map.put("skip", it -> it.in().skip(2));
    map.put("available", it -> it.in().available());
    map.put("write", it -> done(s -> s.out().write(1), it));
    map.put("write(nothing)", it -> done(s -> s.out().write(new byte[0]), it));
    map.put("write(out of range)", it -> done(s -> s.out().write(new byte[1], 1, 1), it));
    map.put("flush", it -> done(s -> s.out().flush(), it));
    map.put("in.close", it -> done(s -> s.in().close(), it));
    map.put("out.close", it -> done(s -> s.out().close(), it));
    map.replaceAll((name, operation) -> then(operation));
    return map;
  }

  /** The operations of a server socket, each on one of its own. */
  static Map<String, Operation<ServerSocket>> server() {
    Map<String, Operation<ServerSocket>> map = new LinkedHashMap<>();
    map.put("toString", ServerSocket::toString);
    map.put("getInetAddress", ServerSocket::getInetAddress);
    map.put("getLocalPort", ServerSocket::getLocalPort);
    map.put("getLocalSocketAddress", ServerSocket::getLocalSocketAddress);
    map.put("getChannel", ServerSocket::getChannel);
    map.put("isBound", ServerSocket::isBound);
    map.put("isClosed", ServerSocket::isClosed);
    map.put("getSoTimeout", ServerSocket::getSoTimeout);
    map.put("getReuseAddress", ServerSocket::getReuseAddress);
    map.put("getReceiveBufferSize", ServerSocket::getReceiveBufferSize);
    map.put("getOption", it -> it.getOption(StandardSocketOptions.SO_REUSEADDR));
    map.put("getOption(null)", it -> it.getOption(null));
    map.put("getOption(foreign)", it -> it.getOption(StandardSocketOptions.TCP_NODELAY));
    map.put("supportedOptions", it -> it.supportedOptions().isEmpty());
    map.put("accept", SocketOperations::acceptInTime);
    map.put("bind", it -> done(s -> s.bind(SocketState.ipv4()), it));
    map.put("bind(null)", it -> done(s -> s.bind(null), it));
    map.put("bind(unresolved)", it -> done(s -> s.bind(UNRESOLVED, 1), it));
    map.put("bind(unix)", it -> done(s -> s.bind(UNIX), it));
    map.put("close", it -> done(ServerSocket::close, it));
    map.put("setSoTimeout", it -> done(s -> s.setSoTimeout(1), it));
    map.put("setSoTimeout(-1)", it -> done(s -> s.setSoTimeout(-1), it));
    map.put("setReuseAddress", it -> done(s -> s.setReuseAddress(false), it));
    map.put("setReceiveBufferSize", it -> done(s -> s.setReceiveBufferSize(9_999), it));
    map.put("setReceiveBufferSize(0)", it -> done(s -> s.setReceiveBufferSize(0), it));
    map.put("setPerformancePreferences", it -> done(s -> s.setPerformancePreferences(1, 2, 3), it));
    map.put("setOption", it -> it.setOption(StandardSocketOptions.SO_REUSEPORT, true));
    map.put("setOption(null)", it -> it.setOption(null, 1));
    map.put("setOption(foreign)", it -> it.setOption(StandardSocketOptions.SO_LINGER, 1));
    map.replaceAll(
        (name, operation) ->
            it ->
                "%s, then bound=%s closed=%s %s"
                    .formatted(Operation.outcome(operation, it), it.isBound(), it.isClosed(), it));
    return map;
  }

  private static Object acceptInTime(ServerSocket server) throws IOException {
    if (!server.isClosed()) {
      server.setSoTimeout(1);
    }
    return server.accept();
  }

  private static <S> Object done(Operation.Change<S> change, S subject) throws Exception {
    change.apply(subject);
    return "done";
  }

  /** The same, and the state afterwards. */
  private static Operation<Subject> then(Operation<Subject> operation) {
    return it -> {
      String outcome = Operation.outcome(operation, it);
      Socket s = it.socket();
      return "%s, then bound=%s connected=%s closed=%s input=%s output=%s %s"
          .formatted(
              outcome,
              s.isBound(),
              s.isConnected(),
              s.isClosed(),
              s.isInputShutdown(),
              s.isOutputShutdown(),
              s);
    };
  }
}
