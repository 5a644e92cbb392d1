package cal.sample.web;

/** Lets GET and HEAD through, answers OPTIONS, and refuses the others. Stateless. */
final class MethodFilter implements Filter {
  private static final String ALLOWED = "GET, HEAD, OPTIONS";

  @Override
  public Response filter(Request request, Handler next) throws java.io.IOException, HttpException {
    return switch (request.method()) {
      case GET, HEAD -> next.handle(request);
      case OPTIONS -> Response.of(204).field("Allow", ALLOWED).empty();
      default -> Response.of(405).field("Allow", ALLOWED).body(new byte[0]);
    };
  }
}
