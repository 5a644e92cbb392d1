package cal.bench.micro;

import cal.cli.process.ProcessCpu;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Has JMH tell the CPU time of a call, that of the process over all calls. Not thread-safe. */
public final class CpuProfiler implements InternalProfiler {
  private final ProcessCpu cpu = ProcessCpu.of(ProcessHandle.current().pid());
  private long before;

  /** For JMH. */
  public CpuProfiler() {}

  @Override
  public String getDescription() {
    return "CPU time of the process";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = cpu.nanos().orElseThrow();
  }

  @Override
  public List<Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = cpu.nanos().orElseThrow() - before;
    long calls = result.getMetadata().getAllOps();
    return List.of(new ScalarResult("cpu.norm", nanos / calls, "ns/op", AggregationPolicy.AVG));
  }
}
