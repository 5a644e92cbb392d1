package cal.sample.web.page;

import cal.sample.web.http.Handler;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;

/** Answers for a server that was given no folder: it runs, and this is how to go on. Immutable. */
public final class StartPage implements Handler {
  private static final String BODY =
      """
      <p>It works, and has no files yet. Start it with a folder:</p>
      <pre>--root DIR</pre>
      <dl>
      <dt>https</dt><dd><code>--tls CERTIFICATES KEY</code>, two PEM files</dd>
      <dt>Your own answers</dt><dd><code>--handler /path=com.acme.MyHandler</code></dd>
      <dt>A log</dt><dd><code>--access-log FILE</code>, in the combined format</dd>
      <dt>Live figures</dt><dd><code>--status</code>, at <code>/_cal/</code>, for clients \
      on this machine</dd>
      <dt>All options</dt><dd><code>--help</code></dd>
      </dl>
      """;

  private final Response page = Html.answer().body(Html.page("A web server", BODY));

  @Override
  public Response handle(Request request) {
    return request.path().equals("/") ? page : Response.text(404, "not found\n");
  }
}
