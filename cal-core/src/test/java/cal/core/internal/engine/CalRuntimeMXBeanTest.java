package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Work;
import cal.core.internal.generation.SequentialModel;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.CalRuntimeMXBean;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

/** The counts, as a management console reads them: open data, with no class of CAL. */
class CalRuntimeMXBeanTest {
  @Test
  void shouldMapItsStagesToOpenData() throws Throwable {
    Engine runtime =
        Engine.of(
            Configuration.of(Map.of("cal.model", "sequential", "cal.stage.b.max-in-flight", "3")),
            List.of("a", "b"));
    runtime.open("a");
    runtime.open("b").handOff(work(runtime));
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("cal.test:type=CalRuntime");
    server.registerMBean(runtime, name);
    try {
      CompositeData[] stages = (CompositeData[]) server.getAttribute(name, "Stages");
      assertThat(stages).extracting(stage -> stage.get("stage")).containsExactly("a", "b");
      assertThat(stages[1].get("model")).isEqualTo("sequential");
      assertThat(stages[1].get("completed")).isEqualTo(1L);
      assertThat(stages[1].get("captured")).isEqualTo(1L);
      assertThat(stages[1].get("steps")).isEqualTo(1L);
      assertThat(stages[1].getCompositeType().keySet())
          .containsExactlyInAnyOrder(
              "stage",
              "model",
              "captured",
              "active",
              "queued",
              "rejected",
              "failed",
              "completed",
              "steps",
              "limit",
              "shed");
      CalRuntimeMXBean proxy = JMX.newMXBeanProxy(server, name, CalRuntimeMXBean.class);
      assertThat(proxy.getStages()).isEqualTo(runtime.getStages());
    } finally {
      server.unregisterMBean(name);
      runtime.close();
    }
  }

  @Test
  void shouldShowEachReaderOfSocketsOnce() throws Throwable {
    Engine runtime =
        Engine.of(
            Configuration.of(Map.of("cal.model", "test-loop", "cal.stage.c.model", "sequential")),
            List.of("a", "b", "c"));
    List.of("a", "b", "c").forEach(runtime::open);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("cal.test:type=CalRuntime");
    server.registerMBean(runtime, name);
    try {
      CompositeData[] readers = (CompositeData[]) server.getAttribute(name, "ReadAhead");
      assertThat(readers).extracting(one -> one.get("reader")).containsExactly("test-loop-1");
      assertThat(readers[0].getCompositeType().keySet())
          .containsExactlyInAnyOrder("reader", "bytes", "limit");
      CalRuntimeMXBean proxy = JMX.newMXBeanProxy(server, name, CalRuntimeMXBean.class);
      assertThat(proxy.getReadAhead()).containsExactly(new ReadAheadStatus("test-loop-1", 7, 1000));
    } finally {
      server.unregisterMBean(name);
      runtime.close();
    }
  }

  private static Work work(Engine runtime) {
    OpenStage stage =
        new OpenStage(runtime.commons(), "c", Configuration.of(Map.of()), new SequentialModel());
    return Work.of(stage, () -> null);
  }
}
