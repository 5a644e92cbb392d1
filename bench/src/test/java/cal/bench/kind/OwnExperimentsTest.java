package cal.bench.kind;

import static org.assertj.core.api.Assertions.assertThat;

import cal.bench.experiment.Experiment;
import cal.bench.experiment.Scale;
import cal.bench.experiment.Study;
import cal.bench.server.NamedServer;
import cal.cli.support.BuildLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Experiments of this repository, before anything is measured. */
class OwnExperimentsTest {
  private static Study study(String name, Scale scale) {
    Path file = BuildLayout.root().resolve("bench/experiments").resolve(name + Experiment.SUFFIX);
    return Experiment.read(file).study(Kinds.all(), scale);
  }

  private static List<Contest> contests(Study study) {
    return ((GridPlan) study.plan()).contests();
  }

  @Test
  void shouldLookAtThePeersWithinThreeMinutes() {
    Study look = study("peers", Scale.QUICK);

    assertThat(look.estimate()).isLessThan(Duration.ofMinutes(3));
    assertThat(look.plan().cases()).extracting("clients").containsExactly("100", "1000");
    assertThat(look.plan().baseline()).isEqualTo("nio");
    assertThat(contests(look).getFirst().others())
        .extracting(NamedServer::name)
        .containsExactly("reactive", "virtual");
  }

  /** A test of {@code sample-orb-adapter} tells the effect of this setting there. */
  @Test
  void shouldTellTheReuseOfBuffersFromAModel() {
    assertThat(contests(study("paper-orb", Scale.FULL)).getFirst().others())
        .contains(
            new NamedServer(
                "jacorb with buffers reused", "sequential", Map.of("orb.as-is.threads", "true")));
  }
}
