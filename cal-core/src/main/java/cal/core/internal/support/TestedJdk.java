package cal.core.internal.support;

import java.util.Optional;

/** The JDK that CAL is tested on; it runs on later ones, and says so. Stateless. */
public final class TestedJdk {
  /** Its feature version. */
  public static final int FEATURE = 25;

  private TestedJdk() {}

  /**
   * The remark about a JDK.
   *
   * @param version of the JDK
   * @return a clause for people, or empty for the one that is tested
   */
  public static Optional<String> remark(Runtime.Version version) {
    return version.feature() == FEATURE
        ? Optional.empty()
        : Optional.of("CAL is tested on JDK " + FEATURE + ", and not on " + version.feature());
  }
}
