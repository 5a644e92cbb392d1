package cal.weave;

import cal.weave.record.RecordWriter;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The program for a build after ajc: {@code java cal.weave.CaptureRecord FOLDER}.
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
   * @param args the folder
   */
  public static void main(String[] args) {
    try {
      if (args.length != 1) {
        throw new WeaveException("give one argument, the folder of woven classes");
      }
      RecordWriter.write(Path.of(args[0]));
    } catch (WeaveException | IOException e) {
      System.err.println("cal: " + e.getMessage());
      System.exit(2);
    }
  }
}
