package cal.cluster;

import cal.cluster.internal.member.Artifact;
import cal.cluster.internal.member.HazelcastLog;
import cal.cluster.internal.member.SharedSecret;
import cal.core.internal.support.CalThread;
import cal.core.internal.support.Opening;
import cal.core.spi.ConfigurationException;
import cal.core.spi.Stage;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;

/**
 * How a process becomes a member: a server, which holds no data and runs no calls of others, or a
 * node. Hazelcast asks nothing of the network but addresses that were given, or found. Immutable.
 *
 * @param server whether this is a server
 * @param listen where it listens, {@code HOST:PORT}
 * @param join the members that it looks for
 * @param secret what members prove to know; null for none
 * @param limit how many calls it runs at a time
 * @param artifact the version of the server
 * @param loader finds the server's classes
 */
record Membership(
    boolean server,
    String listen,
    List<String> join,
    String secret,
    int limit,
    String artifact,
    ClassLoader loader) {
  /** The executor, and the durable executor, of all calls. */
  static final String EXECUTOR = "cal";

  static final String FORMAT = "cal.format";
  static final String ARTIFACT = "cal.artifact";
  static final String SERVER = "cal.server";
  static final String LIMIT = "cal.limit";

  /** Of a server that is being started. */
  static Membership ofServer(Stage stage) {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = context == null ? ClusterModel.class.getClassLoader() : context;
    return new Membership(
        true,
        stage.setting(ClusterSettings.LISTEN),
        stage.setting(ClusterSettings.JOIN),
        SecretFile.read(stage.setting(ClusterSettings.SECRET_FILE)),
        0,
        Artifact.of(loader),
        loader);
  }

  /** Of a node that is being started, as the properties and the environment of its process say. */
  static Membership ofNode(ClassLoader loader) {
    return new Membership(
        false,
        ClusterSettings.ofProcess(ClusterSettings.LISTEN),
        ClusterSettings.ofProcess(ClusterSettings.JOIN),
        SecretFile.read(ClusterSettings.ofProcess(ClusterSettings.SECRET_FILE)),
        ClusterSettings.ofProcess(ClusterSettings.LIMIT),
        Artifact.of(loader),
        loader);
  }

  /** Why this member and another one cannot work together, in words; null where they can. */
  String differenceFrom(Member other) {
    String format = String.valueOf(other.getAttribute(FORMAT));
    if (!format.equals(Integer.toString(RemoteCall.FORMAT))) {
      return "has format "
          + RemoteCall.FORMAT
          + " of calls, and "
          + other.getAddress()
          + " has "
          + format
          + "; give both the same version of cal-cluster";
    }
    String theirs = other.getAttribute(ARTIFACT);
    return artifact.equals(theirs)
        ? null
        : "has artifact "
            + artifact
            + ", and "
            + other.getAddress()
            + " has "
            + theirs
            + ": their classes differ; start both with the same jar";
  }

  /**
   * Makes sure that a node can make calls.
   *
   * @throws ConfigurationException if no binding that the node sees hands a method off
   */
  void requireHandOffs() {
    if (new NodeMethods(loader).isEmpty()) {
      throw new ConfigurationException(
          "no binding on the class path of this node hands a method off, so it could make no call;"
              + " start it with the woven jar of its server, or with the agent and the bindings of"
              + " its server");
    }
  }

  /** Makes the calls of others, where this is a node. */
  NodeCalls calls() {
    return new NodeCalls(artifact, new NodeMethods(loader), loader, limit);
  }

  static boolean isServer(Member member) {
    return "true".equals(member.getAttribute(SERVER));
  }

  /** How many calls a node runs at a time. */
  static int limitOf(Member member) {
    return Integer.parseInt(member.getAttribute(LIMIT));
  }

  /** The same, which looks for one address that was found. */
  Membership joining(String address) {
    return new Membership(server, listen, List.of(address), secret, limit, artifact, loader);
  }

  /** Whether it looks for members in the local network. */
  boolean searches() {
    return join.contains(ClusterSettings.MULTICAST);
  }

  String host() {
    return listen.substring(0, listen.lastIndexOf(':'));
  }

  int port() {
    return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
  }

  /**
   * Becomes a member.
   *
   * @throws ConfigurationException if it may not listen there, or cannot
   */
  HazelcastInstance start() {
    requireClosed();
    if (ForkJoinPool.getCommonPoolParallelism() <= 1) {
      // Here Hazelcast starts a platform thread for each answer, only to complete a future.
      HazelcastInternals.completeBy(Thread::startVirtualThread);
    }
    try (Opening opening = new Opening()) {
      HazelcastLog log = opening.get(HazelcastLog::new, HazelcastLog::close);
      HazelcastInstance instance = opening.get(this::started, HazelcastInstance::shutdown);
      watch(instance, log);
      opening.complete();
      return instance;
    }
  }

  private HazelcastInstance started() {
    FutureTask<HazelcastInstance> starting =
        new FutureTask<>(
            () ->
                secret == null
                    ? Hazelcast.newHazelcastInstance(MemberConfig.of(this))
                    : HazelcastInternals.start(MemberConfig.of(this), new SharedSecret(secret)));
    // Its threads become daemons like this one: the server decides when the process ends.
    CalThread.ofTask("cal-cluster-start", starting).start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return starting.get();
        } catch (InterruptedException stopped) {
          interrupted = true; // A member that nobody has would stay
        } catch (ExecutionException refused) {
          throw refused(refused.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The logging of a member ends with the member; a node also ends its services. */
  private static void watch(HazelcastInstance instance, HazelcastLog log) {
    NodeCalls calls = (NodeCalls) instance.getUserContext().get(RemoteCall.MAKER);
    instance
        .getLifecycleService()
        .addLifecycleListener(
            event -> {
              if (event.getState() == LifecycleEvent.LifecycleState.SHUTDOWN) {
                log.close();
                if (calls != null) {
                  calls.close();
                }
              }
            });
    if (calls != null) {
      calls.watch();
    }
  }

  private ConfigurationException refused(Throwable why) {
    return new ConfigurationException(
        "cal.cluster.listen="
            + listen
            + ": this process cannot become a member of the cluster: "
            + why.getMessage(),
        why);
  }

  /**
   * Makes sure that strangers are kept out: anybody who reaches the port of a member, or is joined,
   * can have it run anything.
   *
   * @throws ConfigurationException if nothing keeps them out
   */
  void requireClosed() {
    try {
      if (secret == null && !InetAddress.getByName(host()).isLoopbackAddress()) {
        throw new ConfigurationException(
            "cal.cluster.listen="
                + listen
                + " is open to other machines, and members prove nothing to each other; give"
                + " cal.cluster.secret-file, the same secret to all, or listen at 127.0.0.1");
      }
    } catch (UnknownHostException unknown) {
      throw new ConfigurationException(
          "cal.cluster.listen=" + listen + " names a host that is not known", unknown);
    }
    for (String address : join) {
      if (!mayJoin(address)) {
        throw new ConfigurationException(
            "cal.cluster.join="
                + address
                + " is on another machine, and members prove nothing to each other; give"
                + " cal.cluster.secret-file, the same secret to all");
      }
    }
  }

  /** Without a secret, only members of this machine are joined, whoever names them. */
  boolean mayJoin(String address) {
    if (secret != null || address.equals(ClusterSettings.MULTICAST)) {
      return true;
    }
    try {
      return InetAddress.getByName(address.substring(0, address.lastIndexOf(':')))
          .isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  InetAddress address() {
    try {
      return InetAddress.getByName(host());
    } catch (UnknownHostException unknown) {
      throw new IllegalStateException("it was known before", unknown);
    }
  }
}
