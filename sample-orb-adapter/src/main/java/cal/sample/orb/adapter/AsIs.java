package cal.sample.orb.adapter;

/**
 * The unchanged parts of JacORB, so that the gain of the rest can be measured alone: system
 * properties, {@code false} unless set. Stateless.
 */
final class AsIs {
  /** Connections and requests go to JacORB's own threads, and none is an activity. */
  static final boolean THREADS = Boolean.getBoolean("orb.as-is.threads");

  /** Each message has a new buffer, which is left to the garbage collector. */
  static final boolean BUFFERS = Boolean.getBoolean("orb.as-is.buffers");

  private AsIs() {}
}
