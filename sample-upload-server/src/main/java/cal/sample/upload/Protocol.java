package cal.sample.upload;

import java.util.Locale;

/** The services. */
public enum Protocol {
  /** Frames, stored and acknowledged by their checksum: {@link UploadConnection}. */
  UPLOAD,

  /** Numbers, answered by their prime factors: {@link FactorConnection}. */
  FACTOR;

  /** The name on the command line and in {@link Report}s. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
