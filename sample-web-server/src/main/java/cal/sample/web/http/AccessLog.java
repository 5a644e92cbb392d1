package cal.sample.web.http;

import java.net.InetAddress;

/** Notes each answer. Thread-safe. */
@FunctionalInterface
public interface AccessLog {
  /** Notes nothing. */
  AccessLog NONE = (client, request, status, bytes) -> {};

  /**
   * Notes a sent or begun answer.
   *
   * @param client the address
   * @param request null if unreadable
   * @param status of the answer
   * @param bytes sent of the content
   */
  void note(InetAddress client, Request request, int status, long bytes);
}
