package cal.cluster;

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
 * The program that makes calls for servers of the same artifact: {@code ./cal node} starts it on
 * the class path of a server. It needs no binding, and runs until it is stopped.
 *
 * <p>It looks for the addresses that it is to join, again and again, whatever keeps it out. It
 * leaves a cluster that has no server any more, and looks again. Exit status 2, with one sentence,
 * where its artifact is another than the server's, an address that it was given does not know its
 * secret, or a setting is wrong.
 */
public final class Node {
  private static final int MISTAKE = 2;
  private static final int PATIENCE_MILLIS = 1_000;
  private static final int LOOK_MILLIS = 200;

  private static volatile boolean thisProcess;

  private final Membership membership;

  /** The sentences that were said since it was a member last. */
  private final Set<String> said = new HashSet<>();

  private Node(Membership membership) {
    this.membership = membership;
  }

  /** Whether this process is a node: calls that came here go no further. */
  static boolean isThisProcess() {
    return thisProcess;
  }

  /**
   * Runs a node, as {@code cal.cluster.join} and its like say.
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

  /** Waits until a server listens at one of the addresses, or is found; that address. */
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
   * Whether a server listens there that lets this node in. All that fails may come right, but for
   * another secret at an address that was given; anybody may answer a search.
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
