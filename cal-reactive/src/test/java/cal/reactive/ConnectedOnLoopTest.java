package cal.reactive;

/** The end that connected is used on a loop; its server is one of the JDK's. */
class ConnectedOnLoopTest extends LoopSocketContract {
  ConnectedOnLoopTest() {
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

  @Override
  boolean accepted() {
    return false;
  }
}
