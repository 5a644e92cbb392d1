package cal.reactive;

/** On other virtual threads, the sockets of a loop are ordinary ones. */
class OffLoopOnVirtualThreadsTest extends LoopSocketContract {
  OffLoopOnVirtualThreadsTest() {
    super(1);
  }

  @Override
  Side here() {
    return offLoopsOnVirtualThreads();
  }
}
