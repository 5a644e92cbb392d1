package cal.bench.micro;

import com.hazelcast.config.Config;
import com.hazelcast.config.DurableExecutorConfig;
import com.hazelcast.config.ExecutorConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.util.List;

/** A member of a cluster as one would write it, with the settings that CAL has. Stateless. */
final class MemberByHand {
  static final String EXECUTOR = "by-hand";
  static final int THREADS = 2;

  private MemberByHand() {}

  /** Runs a member that makes calls, until it is killed. */
  public static void main(String[] addressOfTheOther) {
    start(false, List.of(addressOfTheOther));
  }

  static HazelcastInstance start(boolean lite, List<String> join) {
    Config config = new Config();
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.logging.type", "none");
    config.setProperty("hazelcast.wait.seconds.before.join", "0");
    config.setProperty("hazelcast.socket.bind.any", "false");
    config.setClusterName(EXECUTOR);
    config.setLiteMember(lite);
    config.getMetricsConfig().setEnabled(false);
    config.addExecutorConfig(new ExecutorConfig(EXECUTOR, THREADS).setStatisticsEnabled(false));
    config.addDurableExecutorConfig(
        new DurableExecutorConfig(EXECUTOR).setPoolSize(THREADS).setStatisticsEnabled(false));
    config.getNetworkConfig().setPort(0).getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    JoinConfig joining = config.getNetworkConfig().getJoin();
    joining.getAutoDetectionConfig().setEnabled(false);
    joining.getTcpIpConfig().setEnabled(true).setMembers(join);
    return Hazelcast.newHazelcastInstance(config);
  }
}
