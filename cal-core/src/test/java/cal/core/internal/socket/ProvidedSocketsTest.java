package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.LoopModel;
import cal.core.spi.SocketProvider;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A provider's sockets are made as the JDK's constructors make theirs: each is called as well. */
@Timeout(300)
class ProvidedSocketsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  /** Notes what it has made, so that a test sees whether it was closed. */
  private static final class Noting extends LoopModel.Sockets {
    private final List<ServerSocket> listeners = new ArrayList<>();
    private final List<Socket> clients = new ArrayList<>();

    @Override
    public ServerSocket serverSocket() throws IOException {
      listeners.add(super.serverSocket());
      return listeners.getLast();
    }

    @Override
    public Socket socket() throws IOException {
      clients.add(super.socket());
      return clients.getLast();
    }

    @Override
    public <T> T lookUp(Lookup<T> lookup) throws IOException {
      return lookup.call();
    }
  }

  private final Noting provider = new Noting();
  private final ProvidedSockets sockets = new ProvidedSockets(provider);

  private interface Making {
    AutoCloseable make() throws Throwable;
  }

  /** The outcome of a constructor, without the details that differ from socket to socket. */
  private static String outcome(Making making) throws Exception {
    try (AutoCloseable made = making.make()) {
      return switch (made) {
        case ServerSocket listener -> listener.isBound() + " " + listener.getInetAddress();
        case Socket client ->
            client.isBound() + " " + client.getLocalAddress() + " " + client.isConnected();
        default -> throw new AssertionError(made);
      };
    } catch (Throwable thrown) {
      return thrown.getClass().getName() + ": " + thrown.getMessage();
    }
  }

  private static Making constructor(Constructor<? extends AutoCloseable> constructor, Object[] a) {
    return () -> {
      try {
        return constructor.newInstance(a);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    };
  }

  private static List<Object[]> combinations(Class<?>[] types, int port) {
    List<Object[]> all = new ArrayList<>();
    all.add(new Object[types.length]);
    for (int i = 0; i < types.length; i++) {
      List<Object[]> next = new ArrayList<>();
      for (Object[] before : all) {
        for (Object value : values(types[i], i, port)) {
          Object[] one = before.clone();
          one[i] = value;
          next.add(one);
        }
      }
      all = next;
    }
    return all;
  }

  /** Right and wrong arguments; a second number is a backlog or the port of a host. */
  private static List<Object> values(Class<?> type, int position, int port) {
    if (type == int.class) {
      return position == 3 ? List.of(0, -1, 65_536) : List.of(0, port, -1, 65_536);
    }
    if (type == boolean.class) {
      return List.of(true, false);
    }
    return type == String.class
        ? Arrays.asList("localhost", "nosuch.invalid", null)
        : Arrays.asList(LOOPBACK, null);
  }

  @Test
  void shouldMakeListenersAsEachConstructorDoes() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      for (Constructor<?> constructor : ServerSocket.class.getConstructors()) {
        Class<?>[] types = constructor.getParameterTypes();
        for (Object[] a : combinations(types, taken.getLocalPort())) {
          Constructor<ServerSocket> typed = ServerSocket.class.getConstructor(types);
          assertThat(outcome(() -> sockets.listener(a)))
              .as("%s of %s", constructor, Arrays.toString(a))
              .isEqualTo(outcome(constructor(typed, a)));
        }
      }
    }
    assertThat(provider.listeners).hasSizeGreaterThan(10).allMatch(ServerSocket::isClosed);
  }

  @Test
  void shouldConnectAsEachConstructorDoes() throws Exception {
    int tried = 0;
    try (ServerSocket peer = new ServerSocket(0, 1_000, LOOPBACK)) {
      for (Constructor<?> constructor : Socket.class.getConstructors()) {
        assertThat(Modifier.isPublic(constructor.getModifiers())).isTrue();
        Class<?>[] types = constructor.getParameterTypes();
        if (Arrays.equals(types, new Class<?>[] {Proxy.class})) {
          continue;
        }
        for (Object[] a : combinations(types, peer.getLocalPort())) {
          Constructor<Socket> typed = Socket.class.getConstructor(types);
          assertThat(outcome(() -> sockets.client(types, a)))
              .as("%s of %s", constructor, Arrays.toString(a))
              .isEqualTo(outcome(constructor(typed, a)));
          tried++;
        }
      }
    }
    assertThat(tried).isGreaterThan(50);
    assertThat(provider.clients).hasSizeGreaterThan(10).allMatch(Socket::isClosed);
  }

  @Test
  void shouldLeaveTheBacklogToTheProviderWhereNoneIsNamed() throws Exception {
    sockets.listener().close();
    sockets.listener(0).close();
    sockets.listener(0, 0).close();
    sockets.listener(0, 7).close();
    sockets.listener(0, -1, LOOPBACK).close();
    sockets.listener(0, 7, LOOPBACK).close();
    assertThat(provider.listeners)
        .extracting(socket -> ((LoopModel.LoopServerSocket) socket).ownBacklog())
        .containsExactly(false, true, true, false, true, false);
  }

  @Test
  void shouldAddWhatClosingThrowsToTheFailure() {
    SocketProvider broken =
        new LoopModel.Sockets() {
          @Override
          public ServerSocket serverSocket() throws IOException {
            return new ServerSocket() {
              @Override
              public void bind(SocketAddress local) throws IOException {
                throw new BindException("taken");
              }

              @Override
              public void close() throws IOException {
                throw new IOException("broken");
              }
            };
          }
        };
    assertThatThrownBy(() -> new ProvidedSockets(broken).listener(0))
        .isInstanceOf(BindException.class)
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed()).singleElement().asString().contains("broken"));
  }
}
