package cal.reactive;

/** Both ends are used by activities on two loops. */
class OnTwoLoopsTest extends LoopSocketContract {
  OnTwoLoopsTest() {
    super(2);
  }

  @Override
  Side here() {
    return onLoops();
  }
}
