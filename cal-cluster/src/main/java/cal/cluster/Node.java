package cal.cluster;

import cal.cluster.internal.member.SharedSecret;
import cal.core.spi.ConfigurationException;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The program that makes calls for servers of the same artifact, started by {@code ./cal node} on
 * the class path of a server. A node needs no binding, and runs until stopped.
 *
 * <p>A node looks for the addresses to join, again and again. A node leaves a cluster without a
 * server, and looks again. Exit status 2, with a sentence, stands for an artifact other than the
 * server's, a given address with another secret, or a wrong setting.
 */
public final class Node {
  private static final int MISTAKE = 2;
  private static final int PATIENCE_MILLIS = 1_000;
  private static final int LOOK_MILLIS = 200;

  private static volatile boolean thisProcess;

  private final Membership membership;

  /** The sentences printed since the last membership. */
  private final Set<String> said = new HashSet<>();

  private Node(Membership membership) {
    this.membership = membership;
  }

  /** Whether this process is a node: arrived calls go no further. */
  static boolean isThisProcess() {
    return thisProcess;
  }

  /**
   * Runs a node by {@code cal.cluster.join} and the other settings.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    thisProcess = true;
    try {
      Membership membership = Membership.ofNode(Node.class.getClassLoader());
      if (membership.join().isEmpty()) {
        throw new ConfigurationException(
            "cal.cluster.join names no server; give the address where one listens");
      }
      membership.requireClosed();
      membership.requireHandOffs();
      new Node(membership).run();
    } catch (ConfigurationException mistake) {
      System.err.println("cal: " + mistake.getMessage());
      Runtime.getRuntime().halt(MISTAKE);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() throws InterruptedException {
    while (true) {
      String server = awaitServer();
      HazelcastInstance instance;
      try {
        instance = membership.joining(server).start();
        said.clear();
      } catch (ConfigurationException notYet) {
        say(notYet.getMessage() + "; the node tries again");
        Thread.sleep(PATIENCE_MILLIS);
        continue;
      }
      try {
        stay(instance);
      } catch (HazelcastInstanceNotActiveException ended) {
        say(
            "the node is a member no more: "
                + ended.getMessage()
                + "; it looks for a server again");
      } finally {
        instance.getLifecycleService().terminate();
      }
    }
  }

  private void say(String sentence) {
    if (said.add(sentence)) {
      System.err.println("cal: " + sentence);
    }
  }

  private void stay(HazelcastInstance instance) throws InterruptedException {
    boolean told = false;
    while (instance.getLifecycleService().isRunning()) {
      List<Member> servers =
          instance.getCluster().getMembers().stream().filter(Membership::isServer).toList();
      if (servers.isEmpty()) {
        return;
      }
      servers.forEach(this::requireSame);
      if (!told) {
        told = true;
        System.err.println(
            "cal: node "
                + instance.getCluster().getLocalMember().getAddress()
                + " of artifact "
                + membership.artifact()
                + " runs "
                + membership.limit()
                + " calls at a time for "
                + servers.getFirst().getAddress());
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private void requireSame(Member server) {
    String difference = membership.differenceFrom(server);
    if (difference != null) {
      throw new ConfigurationException("this node " + difference);
    }
  }

  /** Waits until a server listens at an address, or is found; returns the address. */
  private String awaitServer() throws InterruptedException {
    while (true) {
      for (String address : membership.join()) {
        Optional<String> server = membership.searches() ? found() : Optional.of(address);
        if (server.filter(this::listens).isPresent()) {
          return server.get();
        }
      }
      say("the node waits for a server at " + String.join(", ", membership.join()));
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private Optional<String> found() {
    try {
      return Beacon.find(membership.host()).filter(membership::mayJoin);
    } catch (ConfigurationException notYet) {
      say(notYet.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Whether a server listens there and lets this node in. All failures may come right, except
   * another secret at a given address; anybody may answer a search.
   */
  private boolean listens(String address) {
    int colon = address.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
          PATIENCE_MILLIS);
      if (membership.secret() != null) {
        new SharedSecret(membership.secret()).onConnect(socket);
      }
      return true;
    } catch (SharedSecret.Stranger stranger) {
      if (membership.searches()) {
        say("a server that was found does not know the secret of this cluster");
        return false;
      }
      throw new ConfigurationException(
          "cal.cluster.join=" + address + " refuses this node: " + stranger.getMessage(), stranger);
    } catch (IOException notYet) {
      return false;
    }
  }
}
