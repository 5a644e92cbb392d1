package cal.reactive;

import org.junit.jupiter.api.Tag;

/** Both ends are used by activities on two loops. */
@Tag("c2")
class OnTwoLoopsTest extends LoopSocketContract {
  OnTwoLoopsTest() {
    super(2);
  }

  @Override
  Side here() {
    return onLoops();
  }
}
