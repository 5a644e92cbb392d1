package cal.agent.load;

import java.lang.reflect.Method;

/**
 * Permits calls of native functions, as {@code --enable-native-access=ALL-UNNAMED} does: loops use
 * epoll and io_uring, and threads are pinned to cores. A manifest does so for {@code -jar} alone.
 * Stateless.
 */
final class NativeAccess {
  private NativeAccess() {}

  /**
   * Permits them to the modules without a name. Where this JDK has no such method, the option is
   * left to the user, and what needs it says so.
   */
  static void enable() {
    try {
      Method enable = Module.class.getDeclaredMethod("implAddEnableNativeAccessToAllUnnamed");
      enable.setAccessible(true); // java.lang is open to the agent
      enable.invoke(null);
    } catch (ReflectiveOperationException other) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "native access stays as it is", other);
    }
  }
}
