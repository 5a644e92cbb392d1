package cal.cluster;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.Config;
import com.hazelcast.config.DurableExecutorConfig;
import com.hazelcast.config.ExecutorConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.config.SocketInterceptorConfig;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;

/** Hazelcast's configuration of a member, with nothing looked up beyond the given. Stateless. */
final class MemberConfig {
  /** The most calls of a partition under way. */
  private static final int UNDER_WAY = 1_000;

  /** The most waiting calls of a node, of several servers together. */
  private static final int QUEUE = 10_000;

  /** Seconds within which a member leaves, or is left behind. */
  private static final String LEAVING_SECONDS = "5";

  /** After so many seconds, halves of a parted cluster look for each other. */
  private static final String MERGE_SECONDS = "5";

  /** Hazelcast does nothing by itself; lost members are missed within seconds. */
  private static final Map<String, String> PROPERTIES =
      Map.ofEntries(
          Map.entry("hazelcast.phone.home.enabled", "false"),
          Map.entry("hazelcast.logging.type", "jdk"),
          Map.entry("hazelcast.shutdownhook.enabled", "false"),
          Map.entry("hazelcast.socket.bind.any", "false"),
          Map.entry("hazelcast.wait.seconds.before.join", "0"),
          Map.entry("hazelcast.max.join.seconds", "10"),
          Map.entry("hazelcast.graceful.shutdown.max.wait", LEAVING_SECONDS),
          Map.entry("hazelcast.heartbeat.interval.seconds", "1"),
          Map.entry("hazelcast.merge.first.run.delay.seconds", MERGE_SECONDS),
          Map.entry("hazelcast.merge.next.run.delay.seconds", MERGE_SECONDS),
          Map.entry("hazelcast.max.no.heartbeat.seconds", "10"),
          Map.entry("hazelcast.health.monitoring.level", "OFF"));

  private MemberConfig() {}

  /** Of a starting member. */
  static Config of(Membership member) {
    InetAddress address = member.address();
    Config config = new Config();
    PROPERTIES.forEach(config::setProperty);
    config.setClusterName("cal");
    config.setClassLoader(member.loader());
    config.setLiteMember(member.server());
    if (!member.server()) {
      config.getUserContext().put(RemoteCall.MAKER, member.calls());
    }
    config.getMetricsConfig().setEnabled(false);
    config
        .getMemberAttributeConfig()
        .setAttribute(Membership.FORMAT, Integer.toString(RemoteCall.FORMAT))
        .setAttribute(Membership.ARTIFACT, member.artifact())
        .setAttribute(Membership.SERVER, Boolean.toString(member.server()))
        .setAttribute(Membership.LIMIT, Integer.toString(member.limit()));
    config
        .getSerializationConfig()
        .setJavaSerializationFilterConfig(onlyOwn())
        .addDataSerializableFactory(RemoteCall.FACTORY, type -> new RemoteCall());
    int threads = Math.max(1, member.limit());
    config.addExecutorConfig(
        new ExecutorConfig(Membership.EXECUTOR, threads)
            .setQueueCapacity(QUEUE)
            .setStatisticsEnabled(false));
    config.addDurableExecutorConfig(
        new DurableExecutorConfig(Membership.EXECUTOR)
            .setPoolSize(threads)
            .setCapacity(UNDER_WAY)
            .setStatisticsEnabled(false));
    NetworkConfig network = config.getNetworkConfig();
    network.setPort(member.port()).setPortAutoIncrement(false);
    if (address.isAnyLocalAddress()) {
      config.setProperty("hazelcast.socket.bind.any", "true");
    } else {
      network.getInterfaces().setEnabled(true).addInterface(address.getHostAddress());
    }
    if (member.secret() != null) {
      network.setSocketInterceptorConfig(new SocketInterceptorConfig().setEnabled(true));
    }
    JoinConfig joining = network.getJoin();
    joining.getAutoDetectionConfig().setEnabled(false);
    joining.getMulticastConfig().setEnabled(false);
    joining
        .getTcpIpConfig()
        .setEnabled(true)
        .setMembers(member.searches() ? List.of() : member.join());
    return config;
  }

  /**
   * Hazelcast itself reads no classes of a server: such objects travel in the bytes of a call, from
   * members alone.
   */
  private static JavaSerializationFilterConfig onlyOwn() {
    return new JavaSerializationFilterConfig()
        .setDefaultsDisabled(true)
        .setWhitelist(new ClassFilter().addPrefixes("java.", "com.hazelcast.", "["));
  }
}
