package cal.reactive;

/** The end that was accepted is used on a loop; its client is one of the JDK's. */
class AcceptedOnLoopTest extends LoopSocketContract {
  AcceptedOnLoopTest() {
    super(1);
  }

  @Override
  Side here() {
    return onLoops();
  }

  @Override
  Side there() {
    return Side.onPlatformThreads(Side.JDK);
  }
}
