package cal.reactive;

/** The contract is true of the JDK's sockets on platform threads. */
class JdkOnPlatformThreadsTest extends SocketContract {
  private final Side jdk = Side.onPlatformThreads(Side.JDK);

  @Override
  Side here() {
    return jdk;
  }

  @Override
  boolean closedByInterrupt() {
    return false;
  }
}
