package cal.sample.web.files;

import cal.sample.web.http.Field;
import cal.sample.web.http.Request;

/** Chooses among the forms of a file by Accept-Encoding (RFC 9110, section 12.5.3). Stateless. */
final class Encodings {
  private Encodings() {}

  /** The client's preferred form; the file itself without a named form. */
  static Representation choose(Resource resource, Request request) {
    String accepted = resource.encoded().isEmpty() ? null : request.value(Field.ACCEPT_ENCODING);
    Representation best = resource.identity();
    if (accepted == null) {
      return best;
    }
    int most = 0;
    for (Representation one : resource.encoded()) {
      int weight = weight(accepted, one.encoding());
      if (weight > most) {
        best = one;
        most = weight;
      }
    }
    return most > 0 && most >= weightOfIdentity(accepted) ? best : resource.identity();
  }

  /** Unless named, the last choice of a client. */
  private static int weightOfIdentity(String accepted) {
    return Math.max(0, named(accepted, "identity"));
  }

  private static int weight(String accepted, String coding) {
    int named = named(accepted, coding);
    return named >= 0 ? named : Math.max(0, named(accepted, "*"));
  }

  /** The quality in thousandths; -1 where the coding is not named. */
  private static int named(String accepted, String coding) {
    for (String element : accepted.split(",", -1)) {
      int semicolon = element.indexOf(';');
      String name = (semicolon < 0 ? element : element.substring(0, semicolon)).strip();
      if (name.equalsIgnoreCase(coding)) {
        return semicolon < 0 ? 1000 : quality(element.substring(semicolon + 1).strip());
      }
    }
    return -1;
  }

  private static int quality(String parameter) {
    if (!parameter.regionMatches(true, 0, "q=", 0, 2)) {
      return 1000;
    }
    try {
      return (int) Math.clamp(Double.parseDouble(parameter.substring(2)) * 1000, 0, 1000);
    } catch (NumberFormatException malformed) {
      return 0;
    }
  }
}
