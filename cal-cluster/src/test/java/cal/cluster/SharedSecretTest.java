package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.cluster.internal.member.SharedSecret;
import cal.core.spi.ConfigurationException;
import com.hazelcast.core.HazelcastInstance;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A secret keeps strangers out, and a proof is for the member that was dialled. */
@Timeout(300)
class SharedSecretTest {
  private final SharedSecret secret = new SharedSecret("a secret of some length");
  private final ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void end() {
    others.close();
  }

  private static ServerSocket listening() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  private static Socket dial(ServerSocket listening) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), listening.getLocalPort());
  }

  private Future<Void> accepted(ServerSocket listening) {
    return others.submit(
        () -> {
          try (Socket socket = listening.accept()) {
            secret.onAccept(socket);
          }
          return null;
        });
  }

  /** Passes on all that comes, to a member and back. */
  private Future<Void> passed(ServerSocket from, ServerSocket to) {
    return others.submit(
        () -> {
          try (Socket one = from.accept();
              Socket two = dial(to)) {
            Future<Long> there =
                others.submit(() -> one.getInputStream().transferTo(two.getOutputStream()));
            two.getInputStream().transferTo(one.getOutputStream());
            one.shutdownOutput();
            there.get();
          }
          return null;
        });
  }

  @Test
  void shouldHoldForTheAddressThatWasDialledAlone() throws Exception {
    try (ServerSocket member = listening();
        ServerSocket stranger = listening()) {
      Future<Void> direct = accepted(member);
      try (Socket socket = dial(member)) {
        assertThatCode(() -> secret.onConnect(socket)).doesNotThrowAnyException();
      }
      direct.get();

      Future<Void> passedOn = accepted(member);
      Future<Void> passing = passed(stranger, member);
      try (Socket socket = dial(stranger)) {
        assertThatThrownBy(() -> secret.onConnect(socket))
            .isInstanceOf(SharedSecret.Stranger.class);
      }
      assertThatThrownBy(passedOn::get).hasCauseInstanceOf(SharedSecret.Stranger.class);
      passing.get();
    }
  }

  /** A server that ends meanwhile, for example: a node waits for the next. */
  @Test
  void shouldTellAnEndFromAnotherSecret() throws Exception {
    try (ServerSocket ending = listening()) {
      Future<byte[]> ended =
          others.submit(
              () -> {
                try (Socket socket = ending.accept()) {
                  socket.shutdownOutput();
                  return socket.getInputStream().readAllBytes();
                }
              });
      try (Socket socket = dial(ending)) {
        assertThatThrownBy(() -> secret.onConnect(socket)).isInstanceOf(EOFException.class);
      }
      assertThat(ended.get()).as("a number alone").hasSize(32);
    }
  }

  @Test
  void shouldRefuseAnOpenPortWithoutASecret() {
    assertThatThrownBy(() -> member("0.0.0.0:0", null).start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(
            "cal.cluster.listen=0.0.0.0:0 is open to other machines",
            "give cal.cluster.secret-file");
    assertThatThrownBy(() -> member("127.0.0.1:0", null, "192.0.2.1:5701").start())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(
            "cal.cluster.join=192.0.2.1:5701 is on another machine",
            "give cal.cluster.secret-file");
  }

  private static Membership member(String address, String secret, String... join) {
    return new Membership(
        false,
        address,
        List.of(join),
        secret,
        1,
        "00000000",
        SharedSecretTest.class.getClassLoader());
  }

  private static int portOf(HazelcastInstance member) {
    return member.getCluster().getLocalMember().getAddress().getPort();
  }

  @Test
  void shouldLetInMembersThatKnowTheSecretAlone() throws IOException {
    String secret = "a secret of some length";
    HazelcastInstance first = member("127.0.0.1:0", secret).start();
    List<HazelcastInstance> started = new ArrayList<>(List.of(first));
    try {
      String address = "127.0.0.1:" + portOf(first);
      started.add(member("127.0.0.1:0", secret, address).start());
      assertThat(first.getCluster().getMembers()).hasSize(2);
      try (Socket other = new Socket(InetAddress.getLoopbackAddress(), portOf(first))) {
        SharedSecret wrong = new SharedSecret("another secret of some length");
        assertThatThrownBy(() -> wrong.onConnect(other))
            .isInstanceOf(SharedSecret.Stranger.class)
            .hasMessageContaining("does not know the secret of this cluster");
      }
      try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), portOf(first))) {
        stranger.getOutputStream().write(new byte[64]);
        byte[] shown = stranger.getInputStream().readAllBytes();
        assertThat(shown).as("a number, and no proof").hasSize(64).endsWith(new byte[32]);
      }
    } finally {
      started.forEach(each -> each.getLifecycleService().terminate());
    }
  }
}
