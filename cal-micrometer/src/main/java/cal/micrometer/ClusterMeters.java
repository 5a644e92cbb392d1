package cal.micrometer;

import cal.core.spi.ActivityScheduler.MemberStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * The meters {@code cal.cluster.*}: all members of this process's calls together, as members come
 * and go. Thread-safe.
 */
final class ClusterMeters {
  private static final String PREFIX = "cal.cluster.";

  private final MeterRegistry registry;

  /** Kept here, since meters of functions hold their object weakly. */
  private final Supplier<List<MemberStatus>> members;

  ClusterMeters(MeterRegistry registry, Supplier<List<MemberStatus>> members) {
    this.registry = registry;
    this.members = members;
  }

  /** Registers the meters; again without effect. */
  void opened() {
    gauge("members", "members that make calls", member -> 1);
    gauge("calls", "calls that are with members", MemberStatus::calls);
    gauge("limit", "calls that members make at a time", MemberStatus::limit);
  }

  private void gauge(String name, String purpose, ToIntFunction<MemberStatus> count) {
    Gauge.builder(PREFIX + name, members, all -> all.get().stream().mapToInt(count).sum())
        .description(purpose)
        .register(registry);
  }
}
