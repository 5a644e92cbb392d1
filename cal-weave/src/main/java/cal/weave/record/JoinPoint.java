package cal.weave.record;

import java.util.Locale;

/**
 * A captured join point, as a line of the record. Immutable.
 *
 * @param form the way of the capture
 * @param site {@code class.method(File.java:line)}
 * @param signature the called method
 */
record JoinPoint(Form form, String site, String signature) {
  /** The ways to capture. */
  enum Form {
    SPAWN,
    INSTANTIATION,
    CANCEL,
    HANDOFF,
    REGION,
    SHARED_REGION,
    CLASS_REGION;

    boolean isRegion() {
      return compareTo(REGION) >= 0;
    }
  }

  /** The class of the site. */
  String type() {
    return site.substring(0, site.lastIndexOf('.', site.indexOf('(')));
  }

  @Override
  public String toString() {
    String word = form.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return word + " " + site + " " + signature;
  }
}
