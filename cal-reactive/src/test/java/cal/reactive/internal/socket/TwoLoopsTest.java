package cal.reactive.internal.socket;

import org.junit.jupiter.api.Tag;

/** The ends of a connection are used by activities on two loops. */
@Tag("c2")
class TwoLoopsTest extends LoopSocketContract {
  TwoLoopsTest() {
    super(2, Use.BOTH_ON_LOOPS, false, "auto", "loops");
  }
}
