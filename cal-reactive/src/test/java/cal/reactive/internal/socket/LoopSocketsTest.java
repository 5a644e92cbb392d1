package cal.reactive.internal.socket;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The sockets of a loop in each use, over each transport, by IPv4 and IPv6, under each scheduler:
 * each once at least, and not each with each. {@link TwoLoopsTest} has both ends on loops over
 * epoll.
 */
@ParameterizedClass(name = "{0}, ipv6={1}, {2}, {3}")
@CsvSource({
  "BOTH_ON_LOOPS, true, io_uring, jdk",
  "BOTH_ON_LOOPS, false, nio, loops",
  "ACCEPTED_ON_LOOP, true, auto, loops",
  "CONNECTED_ON_LOOP, false, nio, loops",
  "ON_PLATFORM_THREADS, false, io_uring, loops",
  "ON_VIRTUAL_THREADS, false, auto, loops",
})
class LoopSocketsTest extends LoopSocketContract {
  LoopSocketsTest(Use use, boolean ipv6, String transport, String scheduler) {
    super(1, use, ipv6, transport, scheduler);
  }
}
