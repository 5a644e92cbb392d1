package cal.cluster;

import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import cal.core.spi.Setting.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The settings of the model {@code cluster}, and of the nodes. */
final class ClusterSettings {
  /** The meaning of a lost member to a call. */
  enum Delivery {
    /** The caller has an exception. */
    AT_MOST_ONCE,
    /** The call is made again, elsewhere, and may run twice. */
    AT_LEAST_ONCE
  }

  /** The object on which a node makes a call. */
  enum Target {
    /** The called object, which travels. */
    SENT,
    /** The node's own object, of the same type. */
    SERVICE
  }

  static final String NONE = "none";

  /** In place of addresses: the server is looked for in the local network. */
  static final String MULTICAST = "multicast";

  private static final String PREFIX = "cluster.";

  static final Setting<Delivery> DELIVERY =
      Setting.choice(
          PREFIX + "delivery",
          Delivery.AT_MOST_ONCE,
          "a call of a lost member ends by an exception, or is made again, and may run twice");

  static final Setting<Duration> TIMEOUT =
      new Setting<>(
          PREFIX + "timeout",
          "1ms to 525600m, such as 250ms, 10s or 2m",
          "30s",
          "a call without an answer or a place ends by an exception after this time",
          ClusterSettings::timeout);

  static final Setting<Target> TARGET =
      Setting.choice(
          PREFIX + "target",
          Target.SENT,
          "the object of a call on a node: the caller's, or a service of the node, by its type");

  static final Setting<Integer> KEY =
      Setting.number(
          PREFIX + "key",
          0,
          0,
          255,
          "arguments from the left",
          "the argument that places a call: equal values go to a member, in order; 0 places by"
              + " load");

  static final Setting<Integer> LOCAL_SHARE =
      Setting.number(
          PREFIX + "local-share",
          0,
          0,
          1_000_000,
          "calls",
          "calls of a stage that run in the server's own process before others travel");

  static final Setting<String> LISTEN =
      new Setting<>(
          PREFIX + "listen",
          "HOST:PORT",
          "127.0.0.1:5701",
          "the address for members; port 0 takes a free port; a public host needs a secret",
          ClusterSettings::address,
          Scope.RUNTIME);

  static final Setting<List<String>> JOIN =
      new Setting<>(
          PREFIX + "join",
          "HOST:PORT, several separated by commas, multicast, or none",
          NONE,
          "members to look for at the start; multicast asks the local network",
          ClusterSettings::members,
          Scope.RUNTIME);

  static final Setting<String> SECRET_FILE =
      new Setting<>(
          PREFIX + "secret-file",
          "a file, or none",
          NONE,
          "the secret that members prove to each other; nothing is encrypted",
          text -> text,
          Scope.RUNTIME);

  static final Setting<Integer> LIMIT =
      new Setting<>(
          PREFIX + "limit",
          "cores, or 1 to 10000 calls",
          "cores",
          "calls that a node runs at a time",
          ClusterSettings::limit,
          Scope.RUNTIME);

  private ClusterSettings() {}

  static List<Setting<?>> all() {
    return List.of(DELIVERY, TIMEOUT, TARGET, KEY, LOCAL_SHARE, LISTEN, JOIN, SECRET_FILE, LIMIT);
  }

  /** The value of a setting in a process without a runtime of CAL: of a node. */
  static <T> T ofProcess(Setting<T> setting) {
    String key = "cal." + setting.key();
    String variable = key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    String property = System.getProperty(key);
    String text = property == null ? System.getenv(variable) : property;
    return text == null
        ? setting.defaultValue()
        : setting.parse(key, text, property == null ? "environment " + variable : "-D" + key);
  }

  private static Duration timeout(String text) {
    Duration timeout = CoreSettings.QUEUE_DEADLINE.parser().apply(text);
    if (timeout.toNanos() == 0) {
      throw new IllegalArgumentException("no time");
    }
    return timeout;
  }

  private static List<String> members(String text) {
    return switch (text) {
      case NONE -> List.of();
      case MULTICAST -> List.of(MULTICAST);
      default -> Stream.of(text.split(",", -1)).map(ClusterSettings::address).toList();
    };
  }

  static String address(String written) {
    String text = written.strip();
    int colon = text.lastIndexOf(':');
    int port = Integer.parseInt(text.substring(colon + 1));
    if (colon < 1 || port < 0 || port > 65_535) {
      throw new IllegalArgumentException("no address");
    }
    return text;
  }

  private static Integer limit(String text) {
    int limit =
        text.equals("cores") ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(text);
    if (limit < 1 || limit > 10_000) {
      throw new IllegalArgumentException("out of range");
    }
    return limit;
  }
}
