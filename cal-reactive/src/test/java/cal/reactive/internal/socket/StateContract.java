package cal.reactive.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.socket.SocketState.Subject;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every public method of a socket, in every state, does what it does with the JDK's: the same
 * result, or the same exception with the same message, and the same state afterwards.
 */
abstract class StateContract extends SocketFixture {
  StateContract(SocketContract contract) {
    super(contract);
  }

  @ParameterizedTest
  @EnumSource
  void shouldDoAsTheJdksSocket(SocketState state) throws Exception {
    Map<String, String> expected = onJdk(jdk -> socketOutcomes(state, jdk));
    Map<String, String> actual = socketOutcomes(state, contract.here());
    assertThat(expected).containsEntry("isConnected", String.valueOf(state.hasPeer()));
    assertThat(Operation.differences(state.name(), expected, actual)).isEmpty();
  }

  private Map<String, String> socketOutcomes(SocketState state, Side side) throws Exception {
    Map<String, String> outcomes = new LinkedHashMap<>();
    try (Subject subject = state.make(side, contract.accepted())) {
      SocketOperations.questions()
          .forEach(
              (name, question) ->
                  outcomes.put(name, Operation.outcome(question, subject.socket())));
    }
    Map<String, Operation<Subject>> changes = SocketOperations.changes();
    if (state.hasPeer()) {
      changes.putAll(SocketOperations.streams());
    }
    for (Map.Entry<String, Operation<Subject>> change : changes.entrySet()) {
      try (Subject subject = state.make(side, contract.accepted())) {
        outcomes.put(change.getKey(), Operation.outcome(change.getValue(), subject));
      }
    }
    return outcomes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"NEW", "BOUND", "CLOSED_WHEN_NEW", "CLOSED_WHEN_BOUND"})
  void shouldDoAsTheJdksServerSocket(String state) throws Exception {
    Map<String, String> expected = onJdk(jdk -> serverOutcomes(state, jdk));
    Map<String, String> actual = serverOutcomes(state, contract.here());
    assertThat(expected.get("isBound")).startsWith(String.valueOf(state.endsWith("BOUND")));
    assertThat(Operation.differences("SERVER_" + state, expected, actual)).isEmpty();
  }

  private static Map<String, String> serverOutcomes(String state, Side side) throws Exception {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (Map.Entry<String, Operation<ServerSocket>> entry : SocketOperations.server().entrySet()) {
      try (ServerSocket server = side.sockets().serverSocket()) {
        if (state.endsWith("BOUND")) {
          server.bind(SocketState.ipv4());
        }
        if (state.startsWith("CLOSED")) {
          server.close();
        }
        outcomes.put(entry.getKey(), Operation.outcome(entry.getValue(), server));
      }
    }
    return outcomes;
  }

  private <T> T onJdk(OnSide<T> table) throws Exception {
    Side jdk = Side.onPlatformThreads(Side.JDK);
    return call(jdk, () -> table.make(jdk)).get();
  }

  @FunctionalInterface
  private interface OnSide<T> {
    T make(Side side) throws Exception;
  }

  @Test
  void shouldTellBothEndsTheSameAddresses() throws Exception {
    Ends ends = connect();
    Socket here = ends.here();
    Socket there = ends.there();
    assertThat(here.getLocalSocketAddress()).isEqualTo(there.getRemoteSocketAddress());
    assertThat(here.getRemoteSocketAddress()).isEqualTo(there.getLocalSocketAddress());
    assertThat(here.getPort()).isEqualTo(there.getLocalPort());
    assertThat(here.getInetAddress()).isEqualTo(there.getLocalAddress());
    assertThat(here.toString())
        .matches(
            "Socket\\[addr=(localhost)?/%s,port=%d,localport=%d\\]"
                .formatted(
                    contract.address().getHostAddress(), there.getLocalPort(), there.getPort()));
    Object remote = here.getRemoteSocketAddress();
    int port = here.getLocalPort();
    here.close();
    assertThat(here.getRemoteSocketAddress()).as("remembered").isEqualTo(remote);
    assertThat(here.getLocalPort()).as("remembered").isEqualTo(port);
    assertThat(here.isConnected()).as("it was").isTrue();
  }
}
