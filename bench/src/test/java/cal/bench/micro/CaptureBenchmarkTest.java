package cal.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CaptureBenchmarkTest {
  /** By the record that the build has made of the test classes. */
  @Test
  void shouldCaptureNothingOfWhatItComparesWith() throws Exception {
    Path classes =
        Path.of(CaptureBenchmark.class.getProtectionDomain().getCodeSource().getLocation().toURI());

    assertThat(Files.readAllLines(classes.resolve("META-INF/cal/captures")))
        .map(line -> line.strip().replaceFirst("\\(.*", ""))
        .filteredOn(line -> line.startsWith("spawn ") || line.startsWith("handoff "))
        .containsExactlyInAnyOrder(
            "spawn cal.bench.micro.CaptureBenchmark.captured",
            "handoff cal.bench.micro.CaptureBenchmark.handedOffInPlace",
            "handoff cal.bench.micro.DispatchBenchmark.toPool",
            "handoff cal.bench.micro.DispatchBenchmark.toVirtualThread",
            "handoff cal.bench.micro.DispatchBenchmark.toLoop",
            "handoff cal.bench.micro.ClusterBenchmark$Nodes.open",
            "handoff cal.bench.micro.ClusterBenchmark.once",
            "handoff cal.bench.micro.ClusterBenchmark.again",
            "handoff cal.bench.micro.ClusterBenchmark.oneNode",
            "handoff cal.bench.micro.ClusterBenchmark.twoNodes",
            "spawn cal.bench.micro.EchoServer.run",
            "spawn cal.bench.micro.EchoServer.accept");
  }
}
