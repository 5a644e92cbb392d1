package cal.sample.web;

import cal.sample.web.http.BlockingHandler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;

/** Answers by what it was asked, and refuses where it is asked to. */
public final class EchoHandler implements BlockingHandler {
  /** Made by the command line. */
  public EchoHandler() {}

  @Override
  public Response handle(Request request) throws HttpException {
    if (request.query().equals("refuse")) {
      throw new HttpException(422, "refused");
    }
    if (request.query().equals("fail")) {
      throw new IllegalStateException("as the test asked for");
    }
    return Response.of(200)
        .field("X-Asked", request.line() + " " + request.field("host"))
        .body(request.body());
  }
}
