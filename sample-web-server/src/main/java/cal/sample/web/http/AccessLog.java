package cal.sample.web.http;

import java.net.InetAddress;

/** Notes each answer. Thread-safe. */
@FunctionalInterface
public interface AccessLog {
  /** Notes nothing. */
  AccessLog NONE = (client, request, status, bytes) -> {};

  /**
   * Notes an answer that was sent, or begun.
   *
   * @param client its address
   * @param request null where it could not be read
   * @param status of the answer
   * @param bytes of its content that were sent
   */
  void note(InetAddress client, Request request, int status, long bytes);
}
