package cal.bench.layered;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.LoadResults;
import cal.bench.experiment.Row;
import cal.cli.process.ProcessFigures.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LayeredFiguresTest {
  private static final MidLevel THREADS = new MidLevel("threads", "thread", "sequential", 0);
  private static final MidLevel POOL = new MidLevel("pool", "reactive", "thread-pool", 15);
  private static final Memory GONE = new Memory(80L << 20, 8L << 20, 20);

  /** The low-level server does not know who asks. */
  @Test
  void shouldMeasureTheLowLevelServerInOneWayForAll() {
    Layers.Slot slot = slot(15, 8, 1, 0.2, 0.1);

    assertThat(figures(THREADS, false, slot))
        .containsEntry("low_utilization", 8.0)
        .containsEntry("mid_utilization", 15.0);
    assertThat(figures(POOL, false, slot))
        .containsEntry("low_utilization", 8.0)
        .containsEntry("mid_utilization", 100.0);
  }

  @Test
  void shouldTellForHowMuchOfTheTimeADiskIsBusy() {
    assertThat(figures(POOL, true, slot(15, 8, 0.5, 0.2, 0.1)))
        .containsEntry("low_utilization", 50.0);
  }

  @Test
  void shouldTellWhoTakesTheCoreOfTheClients() {
    Layers.Slot slot = slot(1, 1, 0.5, 0.25, 0.5);

    assertThat(figures(THREADS, true, slot))
        .containsEntry("generator_cpu_percent", 25.0)
        .containsEntry("low_cpu", 50.0);
    assertThat(warnings(slot)).isEmpty();
    assertThat(warnings(slot(1, 1, 0.5, 0.5, 0.45)))
        .containsExactly(
            "the clients of threads and its low-level server took 95% of their core, so they may"
                + " limit its answers/s");
  }

  @Test
  void shouldTellMemoryAThreadWhereEnoughCameWithTheClients() {
    Memory with = new Memory(90L << 20, 9L << 20, 120);

    Row row = row(shown(THREADS, true, slot(1, 1, 1, 0, 0)), with);
    assertThat(row.figures()).containsEntry("mid_kb_a_thread", 102.4);
    Row few = row(shown(THREADS, true, slot(1, 1, 1, 0, 0)), GONE);
    assertThat(few.figures()).doesNotContainKey("mid_kb_a_thread").containsKey("mid_rss_mb");
  }

  /** Memory and threads are looked at one after the other. */
  @Test
  void shouldTellNoMemoryAThreadWhereThreadsComeAndGoWithRequests() {
    MidLevel request = new MidLevel("a thread a request", "reactive", "thread", 0);
    Memory with = new Memory(90L << 20, 9L << 20, 120);

    Row row = row(shown(request, true, slot(1, 1, 1, 0, 0)), with);
    assertThat(row.figures()).doesNotContainKey("mid_kb_a_thread");
  }

  private static Layers.Slot slot(
      double midBusy, double lowBusy, double lowUsed, double generator, double lowCpu) {
    return new Layers.Slot(LoadResults.withGenerator(generator), midBusy, lowBusy, lowUsed, lowCpu);
  }

  private static LayeredFigures shown(MidLevel mid, boolean oneDisk, Layers.Slot slot) {
    return new LayeredFigures(mid, 100, oneDisk, List.of(List.of(slot)));
  }

  private static Row row(LayeredFigures shown, Memory with) {
    return shown.row(50, shown, false, with, GONE);
  }

  private static Map<String, Double> figures(MidLevel mid, boolean oneDisk, Layers.Slot slot) {
    return row(shown(mid, oneDisk, slot), GONE).figures();
  }

  private static List<String> warnings(Layers.Slot slot) {
    List<String> warnings = new ArrayList<>();
    shown(THREADS, true, slot).warn(warnings);
    return warnings;
  }
}
