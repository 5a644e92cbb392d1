package cal.reactive.internal.socket;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract is true of the JDK's sockets, on platform threads and on virtual threads: beside the
 * tests that measure, since only another JDK or another contract could break it.
 */
@Tag("measuring")
@ParameterizedClass(name = "virtual={0}")
@ValueSource(booleans = {false, true})
class JdkSocketsTest extends SocketContract {
  private final Side jdk;
  private final boolean virtual;

  JdkSocketsTest(boolean virtual) {
    this.virtual = virtual;
    jdk = virtual ? Side.onVirtualThreads(Side.JDK) : Side.onPlatformThreads(Side.JDK);
  }

  @Override
  Side here() {
    return jdk;
  }

  @Override
  boolean closedByInterrupt() {
    return virtual;
  }
}
