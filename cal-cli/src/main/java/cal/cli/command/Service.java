package cal.cli.command;

import cal.cli.load.exchange.Workload;
import java.util.Locale;

/** The services of the sample servers. */
enum Service {
  UPLOAD,
  FACTOR,

  /** The objects of the sample orb-adapter. */
  ORB;

  /** Its name on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its requests; the size of an upload, also of one to the ORB, is in bytes of payload. */
  Workload workload(int size) {
    return switch (this) {
      case UPLOAD -> Workload.upload(size);
      case FACTOR -> Workload.factor();
      case ORB -> Workload.orbUpload(size);
    };
  }
}
