package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.cluster.internal.member.HazelcastLog;
import cal.core.spi.ConfigurationException;
import com.hazelcast.core.HazelcastInstance;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The loggers of Hazelcast are those of the whole process, and a server's own instances'. */
@Timeout(300)
class HazelcastLogTest {
  private final Logger all = Logger.getLogger("com.hazelcast");
  private final Logger one =
      Logger.getLogger("com.hazelcast.instance.impl.HazelcastInstanceFactory");

  @AfterEach
  void reset() {
    all.setLevel(null);
    one.setLevel(null);
  }

  private static Membership node(int port) {
    return new Membership(
        false,
        "127.0.0.1:" + port,
        List.of(),
        null,
        1,
        "00000000",
        HazelcastLogTest.class.getClassLoader());
  }

  @Test
  void shouldGiveTheLevelsBackWithItsLastMember() throws Exception {
    assertThat(all.getLevel()).as("without a member").isNull();
    HazelcastInstance first = node(0).start();
    HazelcastInstance second = node(0).start();
    assertThat(all.getLevel()).isEqualTo(Level.WARNING);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> node(taken.getLocalPort()).start())
          .isInstanceOf(ConfigurationException.class);
    }
    first.getLifecycleService().terminate();
    assertThat(one.getLevel()).as("beside another member").isEqualTo(Level.SEVERE);
    second.shutdown();
    assertThat(all.getLevel()).isNull();
    assertThat(one.getLevel()).isNull();
  }

  /** Of a logger that CAL would set otherwise, before or while a member is there. */
  @Test
  void shouldKeepTheLevelOfOneLoggerThatSomebodyHasSet() {
    one.setLevel(Level.FINE);
    try (HazelcastLog log = new HazelcastLog()) {
      assertThat(log).isNotNull();
      assertThat(one.getLevel()).isEqualTo(Level.FINE);
      assertThat(all.getLevel()).isEqualTo(Level.WARNING);
      all.setLevel(Level.INFO);
    }
    assertThat(one.getLevel()).isEqualTo(Level.FINE);
    assertThat(all.getLevel()).isEqualTo(Level.INFO);
  }

  @Test
  void shouldLeaveALevelThatSomebodyHasSet() {
    all.setLevel(Level.FINE);
    try (HazelcastLog log = new HazelcastLog()) {
      assertThat(log).isNotNull();
      assertThat(all.getLevel()).isEqualTo(Level.FINE);
      assertThat(one.getLevel()).isNull();
    }
    assertThat(all.getLevel()).isEqualTo(Level.FINE);
  }
}
