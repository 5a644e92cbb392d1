package cal.core.internal.support;

import java.util.Optional;

/** The JDK of CAL's tests; CAL runs on later JDKs, with a remark. Stateless. */
public final class TestedJdk {
  /** The feature version. */
  public static final int FEATURE = 25;

  private TestedJdk() {}

  /**
   * The remark about a JDK.
   *
   * @param version of the JDK
   * @return a clause for people, or empty for the tested JDK
   */
  public static Optional<String> remark(Runtime.Version version) {
    return version.feature() == FEATURE
        ? Optional.empty()
        : Optional.of("CAL is tested on JDK " + FEATURE + ", and not on " + version.feature());
  }
}
