package cal.reactive;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The end that was accepted is used on a loop; its client is one of the JDK's; the loops are over
 * epoll.
 */
@EnabledOnOs(OS.LINUX)
class AcceptedOnLoopOverEpollTest extends AcceptedOnLoopTest {
  @Override
  String transport() {
    return "epoll";
  }
}
