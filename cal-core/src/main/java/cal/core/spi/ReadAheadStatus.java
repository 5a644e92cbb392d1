package cal.core.spi;

/**
 * The bytes that one reader of sockets keeps at a moment: it read them before the server asked.
 *
 * @param reader the reader's name: that of an event loop's thread, for example
 * @param bytes what is kept for all connections
 * @param limit what may be kept at most
 */
public record ReadAheadStatus(String reader, long bytes, long limit) {}
