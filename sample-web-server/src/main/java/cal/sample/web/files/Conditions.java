package cal.sample.web.files;

import cal.sample.web.http.Dates;
import cal.sample.web.http.Field;
import cal.sample.web.http.Request;

/** The preconditions of a request for a representation (RFC 9110, section 13). Stateless. */
final class Conditions {
  /** The outcome of conditions. */
  enum Outcome {
    /** The method is performed. */
    GO,
    /** 304: the client has the file. */
    NOT_MODIFIED,
    /** 412. */
    FAILED
  }

  private Conditions() {}

  /** Evaluates the preconditions of a GET or HEAD in the order of section 13.2.2. */
  static Outcome of(Request request, Representation there) {
    String match = request.value(Field.IF_MATCH);
    if (match != null) {
      if (!matches(match, there.etag(), false)) {
        return Outcome.FAILED;
      }
    } else {
      String since = request.value(Field.IF_UNMODIFIED_SINCE);
      long second = since == null ? -1 : Dates.second(since);
      if (second >= 0 && there.modifiedSecond() > second) {
        return Outcome.FAILED;
      }
    }
    String noneMatch = request.value(Field.IF_NONE_MATCH);
    if (noneMatch != null) {
      return matches(noneMatch, there.etag(), true) ? Outcome.NOT_MODIFIED : Outcome.GO;
    }
    String since = request.value(Field.IF_MODIFIED_SINCE);
    long second = since == null ? -1 : Dates.second(since);
    return second >= 0 && there.modifiedSecond() <= second ? Outcome.NOT_MODIFIED : Outcome.GO;
  }

  /**
   * Whether a range is still of the client's version (section 13.1.5). A date is strong enough
   * where the file was left alone for a second afterwards.
   */
  static boolean rangeApplies(Request request, Representation there) {
    String validator = request.value(Field.IF_RANGE);
    if (validator == null) {
      return true;
    }
    if (validator.startsWith("\"") || validator.startsWith("W/")) {
      return validator.equals(there.etag());
    }
    long second = Dates.second(validator);
    return second == there.modifiedSecond() && second < Dates.now() - 1;
  }

  /**
   * Whether a list of entity tags has a strong tag.
   *
   * @param weakly whether a weak tag of the list counts as strong
   */
  static boolean matches(String list, String etag, boolean weakly) {
    int at = 0;
    while (at < list.length()) {
      char c = list.charAt(at);
      if (c == ' ' || c == '\t' || c == ',') {
        at++;
        continue;
      }
      if (c == '*') {
        return list.strip().equals("*");
      }
      boolean weak = list.startsWith("W/", at);
      int from = weak ? at + 2 : at;
      int to = list.startsWith("\"", from) ? list.indexOf('"', from + 1) : -1;
      if (to < 0) {
        return false;
      }
      if ((weakly || !weak) && list.substring(from, to + 1).equals(etag)) {
        return true;
      }
      at = to + 1;
    }
    return false;
  }
}
