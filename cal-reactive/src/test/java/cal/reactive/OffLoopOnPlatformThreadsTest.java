package cal.reactive;

/** On platform threads, the sockets of a loop are ordinary ones. */
class OffLoopOnPlatformThreadsTest extends LoopSocketContract {
  OffLoopOnPlatformThreadsTest() {
    super(1);
  }

  @Override
  Side here() {
    return offLoopsOnPlatformThreads();
  }
}
