package cal.reactive;

/** The contract is true of the JDK's sockets on virtual threads. */
class JdkOnVirtualThreadsTest extends SocketContract {
  private final Side jdk = Side.onVirtualThreads(Side.JDK);

  @Override
  Side here() {
    return jdk;
  }

  @Override
  boolean closedByInterrupt() {
    return true;
  }
}
