package cal.weave.calls;

import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of a weaver's record: {@code spawn SITE SIGNATURE}, {@code binding ASPECT STAGE}.
 *
 * @param word the kind
 * @param first the site or the aspect; empty without one
 * @param rest the signature or the stage; empty without one
 */
record RecordLine(String word, String first, String rest) {
  /** The {@code class.method} of a site; null where there is none. */
  String site() {
    int end = first.indexOf('(');
    return end < 0 ? null : first.substring(0, end);
  }

  /**
   * Reads a record.
   *
   * @param source the place of the record
   * @throws WeaveException with the first line that lacks a word
   */
  static List<RecordLine> of(String source, List<String> record) {
    List<RecordLine> lines = new ArrayList<>();
    for (String line : record) {
      String[] words = line.strip().split(" ", 3);
      boolean captures =
          words[0].matches("spawn|handoff|instantiation|cancel|(class-|shared-)?region");
      int least = captures || words[0].matches("binding|awaits") ? 3 : 1;
      if (words.length < (words[0].matches("regions|busy") ? 2 : least)) {
        throw new WeaveException(
            source + " has a damaged record: '" + line + "'; build the artifact again");
      }
      lines.add(
          new RecordLine(
              words[0], words.length > 1 ? words[1] : "", words.length > 2 ? words[2] : ""));
    }
    return lines;
  }
}
