package cal.sample.upload;

import java.io.IOException;

/**
 * What a client sent is no request of the protocol. Its message is the reason, without the input,
 * fit for the client and for the log. Immutable, hence thread-safe.
 */
final class BadRequestException extends IOException {

  private static final long serialVersionUID = 1;

  BadRequestException(String reason) {
    super(reason);
  }
}
