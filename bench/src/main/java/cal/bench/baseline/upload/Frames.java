package cal.bench.baseline.upload;

import cal.sample.upload.UploadConnection;

/**
 * The rules of the sample's upload protocol for a frame, for servers with a parser of their own.
 */
public final class Frames {
  /** Bytes of the length before each payload. */
  public static final int HEADER = 4;

  private Frames() {}

  /** Returns the length in a header. */
  public static int checked(int length) throws BadRequest {
    if (length < 0 || length > UploadConnection.MAX_LENGTH) {
      throw new BadRequest(
          "frame length="
              + Integer.toUnsignedString(length)
              + " is not within 0.."
              + UploadConnection.MAX_LENGTH);
    }
    return length;
  }
}
