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
  /** All written bytes of a file are on its device. */
  SYNC_FILE,
  /** A handler is called soon; no device is asked. */
  EVENT,
  /** A handler is called at a time; no device is asked. */
  TIMER;

  /** Whether a device has a part. */
  public boolean isOfDevice() {
    return this != EVENT && this != TIMER;
  }

  /** Whether only a single operation at a time takes input from a socket. */
  public boolean isInput() {
    return this == ACCEPT || this == READ_STREAM || this == READ_DATAGRAM;
  }

  /** Whether the device writes into the buffer. */
  public boolean fills() {
    return this == READ_STREAM || this == READ_DATAGRAM || this == READ_FILE;
  }

  /** Whether only a single operation at a time gives output to a socket. */
  public boolean isOutput() {
    return this == CONNECT || this == WRITE_STREAM || this == WRITE_DATAGRAM;
  }
}
