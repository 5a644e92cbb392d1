package cal.core.spi;

import java.util.List;

/**
 * The activities of one stage that have no thread at a moment, because they await input.
 *
 * @param stage the stage's name
 * @param count how many there are, all of them active
 * @param longest those that wait longest, {@value #MOST} at most
 */
public record LeftStatus(String stage, int count, List<Wait> longest) {
  /** So many waits are told of at most. */
  public static final int MOST = 20;

  /**
   * A wait of one of them.
   *
   * @param activity its name: the stage, and the object it works on
   * @param awaits the address of the peer whose input it waits for
   * @param seconds how long it has waited
   */
  public record Wait(String activity, String awaits, long seconds) {}
}
