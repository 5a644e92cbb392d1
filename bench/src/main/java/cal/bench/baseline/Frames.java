package cal.bench.baseline;

import cal.sample.upload.UploadConnection;

/**
 * The rules of the sample's upload protocol for a frame, for servers with a parser of their own.
 */
final class Frames {
  /** Bytes of the length before each payload. */
  static final int HEADER = 4;

  private Frames() {}

  /** Returns the length in a header. */
  static int checked(int length) throws BadRequest {
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
