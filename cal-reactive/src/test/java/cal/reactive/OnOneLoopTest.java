package cal.reactive;

/** Both ends are used by activities on one loop. */
class OnOneLoopTest extends LoopSocketContract {
  OnOneLoopTest() {
    super(1);
  }

  @Override
  Side here() {
    return onLoops();
  }
}
