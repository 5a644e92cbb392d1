package cal.reactive.internal.socket;

import cal.testing.SomeCases;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The sockets of a loop in each use, over each transport, by IPv4 and IPv6, under each scheduler:
 * each once at least, and not each with each. {@link TwoLoopsTest} has both ends on loops over
 * epoll.
 */
@Tag("cases")
@ParameterizedClass(name = "{0} loops, {1}, ipv6={2}, {3}, {4}")
@FieldSource("CASES")
class LoopSocketsTest extends LoopSocketContract {
  static final List<Arguments> CASES =
      SomeCases.Turn.of(
          2,
          "1, BOTH_ON_LOOPS, true, io_uring, jdk",
          "1, BOTH_ON_LOOPS, false, nio, loops",
          "1, ACCEPTED_ON_LOOP, true, auto, loops",
          "2, BOTH_ON_LOOPS, false, io_uring, loops",
          "1, CONNECTED_ON_LOOP, false, nio, loops",
          "1, ON_PLATFORM_THREADS, false, io_uring, loops",
          "1, ON_VIRTUAL_THREADS, false, auto, loops");

  LoopSocketsTest(int loops, Use use, boolean ipv6, String transport, String scheduler) {
    super(loops, use, ipv6, transport, scheduler);
  }
}
