package cal.sample.upload;

import java.net.SocketAddress;
import java.util.List;

/**
 * {@link Statistics} as of a single moment, in lines of words for a client, the last line {@code
 * END}. Immutable, hence thread-safe.
 *
 * <pre>
 *   total clients=3 requests=20 bytes=167
 *   upload clients=2 requests=18 bytes=160
 *   factor clients=1 requests=2 bytes=7
 *   client 127.0.0.1:52110 upload requests=8 bytes=64
 *   recent 20 factor 127.0.0.1:52114 bytes=3
 *   END
 * </pre>
 *
 * @param services all services with a client so far
 * @param clients connected clients, but no more than {@link Statistics#CLIENTS}: the first to come
 * @param recent the last requests, at most {@link Statistics#RECENT}, the latest at the end
 */
public record Report(List<Service> services, List<Client> clients, List<Request> recent) {

  /**
   * A service.
   *
   * @param protocol of the service
   * @param clients how many are connected
   * @param requests served requests, of connected and former clients
   * @param bytes in these requests: of payload, or of a line without its end
   */
  public record Service(Protocol protocol, int clients, long requests, long bytes) {}

  /**
   * A connected client.
   *
   * @param protocol the service of the client
   * @param address of the client
   * @param requests served to the client
   * @param bytes in these requests
   */
  public record Client(Protocol protocol, SocketAddress address, long requests, long bytes) {}

  /**
   * A served request.
   *
   * @param number the place among all requests: 1 for the first
   * @param protocol the service of the request
   * @param address of the client
   * @param bytes in the request
   */
  public record Request(long number, Protocol protocol, SocketAddress address, int bytes) {}

  /** Returns the lines, with LF between them. */
  public String text() {
    StringBuilder text = new StringBuilder();
    counts(
        text.append("total"),
        services.stream().mapToInt(Service::clients).sum(),
        services.stream().mapToLong(Service::requests).sum(),
        services.stream().mapToLong(Service::bytes).sum());
    for (Service service : services) {
      counts(text.append(service.protocol), service.clients, service.requests, service.bytes);
    }
    for (Client client : clients) {
      text.append(
          "client %s %s requests=%d bytes=%d\n"
              .formatted(host(client.address), client.protocol, client.requests, client.bytes));
    }
    for (Request request : recent) {
      text.append(
          "recent %d %s %s bytes=%d\n"
              .formatted(request.number, request.protocol, host(request.address), request.bytes));
    }
    return text.append("END").toString();
  }

  private static void counts(StringBuilder text, int clients, long requests, long bytes) {
    text.append(" clients=%d requests=%d bytes=%d\n".formatted(clients, requests, bytes));
  }

  /** An address as in the log, without the slash after an unknown name. */
  private static String host(SocketAddress address) {
    String text = String.valueOf(address);
    return text.substring(text.indexOf('/') + 1);
  }
}
