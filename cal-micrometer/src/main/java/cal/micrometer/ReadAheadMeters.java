package cal.micrometer;

import cal.core.CalRuntime;
import cal.core.spi.SocketProvider.ReadAheadStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/**
 * The meters {@code cal.read.ahead.*}, tagged with the reader: unrequested input in event loops,
 * and the limit. Thread-safe.
 */
final class ReadAheadMeters {
  private static final String PREFIX = "cal.read.ahead.";

  private final MeterRegistry registry;
  private final Set<String> readers = ConcurrentHashMap.newKeySet();

  ReadAheadMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Registers the meters of a stage's new readers. */
  void opened() {
    CalRuntime.current().ifPresent(this::register);
  }

  private void register(CalRuntime runtime) {
    for (ReadAheadStatus status : runtime.getReadAhead()) {
      String reader = status.reader();
      if (readers.add(reader)) {
        gauge(
            "kept", "bytes kept now, of all connections", runtime, reader, ReadAheadStatus::bytes);
        gauge("limit", "bytes that may be kept", runtime, reader, ReadAheadStatus::limit);
      }
    }
  }

  private void gauge(
      String name,
      String purpose,
      CalRuntime runtime,
      String reader,
      ToLongFunction<ReadAheadStatus> bytes) {
    Gauge.builder(PREFIX + name, runtime, all -> sum(all, reader, bytes))
        .description(purpose)
        .baseUnit(BaseUnits.BYTES)
        .tag("reader", reader)
        .register(registry);
  }

  private static long sum(
      CalRuntime runtime, String reader, ToLongFunction<ReadAheadStatus> bytes) {
    return runtime.getReadAhead().stream()
        .filter(status -> status.reader().equals(reader))
        .mapToLong(bytes)
        .sum();
  }
}
