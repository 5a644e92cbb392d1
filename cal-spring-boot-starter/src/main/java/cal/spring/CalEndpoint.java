package cal.spring;

import cal.core.spi.CalRuntimeMXBean;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The actuator's endpoint {@code cal}, with the fields of {@code ./cal top --json}. Stateless. */
@Endpoint(id = "cal")
final class CalEndpoint {
  private final Stages stages;

  CalEndpoint(Stages stages) {
    this.stages = stages;
  }

  /**
   * The counts of all stages, and what hangs.
   *
   * @return lists by their names
   */
  @ReadOperation
  Map<String, List<?>> look() {
    Map<String, List<?>> all = new LinkedHashMap<>();
    all.put("stages", all(CalRuntimeMXBean::getStages));
    all.put("readAhead", all(CalRuntimeMXBean::getReadAhead));
    all.put("left", all(CalRuntimeMXBean::getLeft));
    all.put("members", all(CalRuntimeMXBean::getMembers));
    all.put("hangs", all(CalRuntimeMXBean::getHangs));
    return all;
  }

  private <T> List<T> all(Function<CalRuntimeMXBean, List<T>> of) {
    return stages.runtimes().map(of).flatMap(Collection::stream).toList();
  }
}
