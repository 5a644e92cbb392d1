package cal.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(300)
class ProcessTreeTest {
  private static final String BUSY = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";

  @Test
  void shouldCountChildrenAndThoseThatHaveEnded() throws Exception {
    String script = "sh -c '%s'; sh -c '%s; echo ready; sleep 300' & wait".formatted(BUSY, BUSY);
    try (Child child = Child.start(new ProcessBuilder("sh", "-c", script));
        BufferedReader said = child.process().inputReader()) {
      assertThat(said.readLine()).isEqualTo("ready");

      ProcessTree tree = new ProcessTree(child.process().pid());
      long alone = ProcessCpu.of(child.process().pid()).nanos().orElseThrow();
      long living =
          tree.pids().stream().mapToLong(pid -> ProcessCpu.of(pid).nanos().orElse(0)).sum();

      await().atMost(Duration.ofMinutes(1)).until(() -> tree.pids().size() == 3);
      assertThat(living).as("with a child that was busy").isGreaterThan(2 * alone);
      assertThat(tree.cpuNanos().orElseThrow()).as("with one that has ended").isGreaterThan(living);
    }
  }

  @Test
  void shouldKnowNothingOfAProcessThatHasEnded() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertThat(new ProcessTree(ended.pid()).cpuNanos()).isEmpty();
  }
}
