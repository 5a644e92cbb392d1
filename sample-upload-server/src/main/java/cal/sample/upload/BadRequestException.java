package cal.sample.upload;

import java.io.IOException;

/**
 * A client sent no request of the protocol. The message is the reason, without the input, fit for
 * the client and for the log. Immutable, hence thread-safe.
 */
final class BadRequestException extends IOException {

  private static final long serialVersionUID = 1;

  BadRequestException(String reason) {
    super(reason);
  }
}
