package cal.weave;

import cal.weave.record.RecordWriter;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The program for a build after ajc: {@code java cal.weave.CaptureRecord FOLDER [CUT]}.
 *
 * <p>The program reads the woven classes in the folder, writes the weaver's record {@code
 * META-INF/cal/captures} there, and fails where an aspect matched nothing.
 */
public final class CaptureRecord {
  private CaptureRecord() {}

  /**
   * Scans a folder of woven classes. Exit status 2 and a sentence if there is no binding, or a
   * binding without a capture.
   *
   * @param args the folder, and the folder of classes changed before ajc
   */
  public static void main(String[] args) {
    try {
      if (args.length != 1 && args.length != 2) {
        throw new WeaveException("give the folder of woven classes, and that of changed classes");
      }
      Path lines = args.length == 1 ? null : Path.of(args[1]).resolve(CutClasses.LINES);
      boolean cut = lines != null && Files.exists(lines);
      RecordWriter.write(Path.of(args[0]), cut ? Files.readAllLines(lines) : List.of());
    } catch (WeaveException | IOException e) {
      System.err.println("cal: " + e.getMessage());
      System.exit(2);
    }
  }
}
