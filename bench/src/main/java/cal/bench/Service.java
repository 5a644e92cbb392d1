package cal.bench;

import cal.bench.load.Workload;
import java.util.Locale;

/** The services of the sample server. */
enum Service {
  UPLOAD,
  FACTOR;

  /** Its name on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its requests; the size of an upload is in bytes of payload. */
  Workload workload(int size) {
    return this == UPLOAD ? Workload.upload(size) : Workload.factor();
  }
}
