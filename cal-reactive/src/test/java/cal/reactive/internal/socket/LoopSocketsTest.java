package cal.reactive.internal.socket;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The sockets of a loop over the default transport, in each use. */
@ParameterizedClass(name = "{0}, ipv6={1}, {2}")
@CsvSource({
  "BOTH_ON_LOOPS, false, loops",
  "BOTH_ON_LOOPS, true, loops",
  "ACCEPTED_ON_LOOP, false, loops",
  "CONNECTED_ON_LOOP, false, loops",
  "ON_PLATFORM_THREADS, false, loops",
  "ON_VIRTUAL_THREADS, false, loops",
  "BOTH_ON_LOOPS, false, jdk",
})
class LoopSocketsTest extends LoopSocketContract {
  LoopSocketsTest(Use use, boolean ipv6, String scheduler) {
    super(1, use, ipv6, "auto", scheduler);
  }
}
