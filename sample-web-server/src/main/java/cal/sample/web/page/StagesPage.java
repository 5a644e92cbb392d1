package cal.sample.web.page;

import cal.sample.web.http.BlockingHandler;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Live figures of the server's stages: a page, and below it {@code stages.json}, which the page
 * asks for again and again. The figures come from JMX, so that the server needs to know nobody who
 * counts.
 *
 * <p>Thread-safe. It asks the beans at each request, which may take a while.
 */
public final class StagesPage implements BlockingHandler {
  private static final String BEANS = "org.calaspects:*";
  private static final String BODY =
      "<p id=\"state\" role=\"status\">waiting for figures</p>"
          + "<noscript>This page needs JavaScript; <a href=\"stages.json\">the figures</a>"
          + " need none.</noscript><div id=\"stages\"></div><div id=\"more\"></div><script>";

  private final Beans beans = new Beans(BEANS);
  private final String root;
  private final Response page;

  /**
   * Makes the page.
   *
   * @param root the path that it stands for, without a slash at its end
   * @throws IOException if its script cannot be read
   */
  public StagesPage(String root) throws IOException {
    this.root = root;
    String script;
    try (InputStream in = StagesPage.class.getResourceAsStream("stages.js")) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String policy =
        "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'; script-src '%s'; style-src '%s'"
                .formatted(hash(script), hash(Html.STYLE));
    this.page =
        answer("text/html; charset=utf-8")
            .field("Content-Security-Policy", policy)
            .body(Html.page("Stages", BODY + script + "</script>"));
  }

  private static Response.Builder answer(String type) {
    return Response.of(200)
        .field("Content-Type", type)
        .field("Cache-Control", "no-store")
        .field("Cross-Origin-Resource-Policy", "same-origin")
        .field("X-Content-Type-Options", "nosniff")
        .field("Referrer-Policy", "no-referrer");
  }

  /** As a policy names a script or a style that it allows. */
  private static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("each Java has it", never);
    }
  }

  @Override
  public Response handle(Request request) throws IOException {
    String path = request.path().substring(root.length());
    return switch (path) {
      case "" -> Response.of(301).field("Location", root + "/").body(new byte[0]);
      case "/" -> page;
      case "/stages.json" ->
          answer("application/json").body(beans.json().getBytes(StandardCharsets.UTF_8));
      default -> Response.text(404, "not found\n");
    };
  }
}
