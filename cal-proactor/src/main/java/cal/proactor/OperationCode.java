package cal.proactor;

/** Kinds of operations: the eight of the paper (section 5.1), and two more. */
public enum OperationCode {
  ACCEPT,
  CONNECT,
  READ_STREAM,
  WRITE_STREAM,
  READ_DATAGRAM,
  WRITE_DATAGRAM,
  READ_FILE,
  WRITE_FILE,
  /** All that was written to a file is on its device. */
  SYNC_FILE,
  /** A handler is called soon; no device is asked. */
  EVENT,
  /** A handler is called at its time; no device is asked. */
  TIMER;

  /** Whether a device has to do with it. */
  boolean isOfDevice() {
    return this != EVENT && this != TIMER;
  }

  /** Whether one operation at a time takes input from a socket. */
  boolean isInput() {
    return this == ACCEPT || this == READ_STREAM || this == READ_DATAGRAM;
  }

  /** Whether the device writes into its buffer. */
  boolean fills() {
    return this == READ_STREAM || this == READ_DATAGRAM || this == READ_FILE;
  }

  /** Whether one operation at a time gives output to a socket. */
  boolean isOutput() {
    return this == CONNECT || this == WRITE_STREAM || this == WRITE_DATAGRAM;
  }
}
