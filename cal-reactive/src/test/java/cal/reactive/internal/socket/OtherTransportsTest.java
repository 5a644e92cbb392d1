package cal.reactive.internal.socket;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The sockets of a loop over the other transports, on the loop and elsewhere. */
@ParameterizedClass
@CsvSource({
  "BOTH_ON_LOOPS, nio",
  "ON_PLATFORM_THREADS, nio",
  "BOTH_ON_LOOPS, io_uring",
  "ON_PLATFORM_THREADS, io_uring",
})
class OtherTransportsTest extends LoopSocketContract {
  OtherTransportsTest(Use use, String transport) {
    super(1, use, false, transport, "loops");
  }
}
