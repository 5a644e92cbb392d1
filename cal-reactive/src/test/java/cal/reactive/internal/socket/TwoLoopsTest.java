package cal.reactive.internal.socket;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of a connection are used by activities on two loops. */
@Tag("c2")
@ParameterizedClass
@ValueSource(strings = {"auto", "io_uring"})
class TwoLoopsTest extends LoopSocketContract {
  TwoLoopsTest(String transport) {
    super(2, Use.BOTH_ON_LOOPS, false, transport, "loops");
  }
}
