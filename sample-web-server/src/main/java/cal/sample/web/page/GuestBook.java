package cal.sample.web.page;

import cal.sample.web.http.BlockingHandler;
import cal.sample.web.http.HttpException;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import cal.sample.web.http.Target;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/**
 * An example of a handler: a page of what its readers wrote, the last 1,000 texts, in H2 through a
 * pool of connections. Start the server with {@code --handler
 * /guests=cal.sample.web.page.GuestBook}.
 *
 * <p>Thread-safe: the pool is, and nothing else is shared. The system property {@code guests.url}
 * names the database; unless it is set, that is one in memory.
 */
public final class GuestBook implements BlockingHandler {
  private static final String FORM =
      "<form method=\"post\"><input name=\"text\" maxlength=\"200\" required autofocus>"
          + " <button>Write</button></form><table><tbody>";

  private static final String FIELD = "text=";
  private static final int LONGEST = 200;

  private final HikariDataSource pool;

  /**
   * Opens the database, and makes its table where it has none.
   *
   * @throws SQLException if that fails
   */
  public GuestBook() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(System.getProperty("guests.url", "jdbc:h2:mem:guests;DB_CLOSE_DELAY=-1"));
    config.setConnectionTimeout(5_000);
    pool = new HikariDataSource(config);
    try (Connection connection = pool.getConnection();
        PreparedStatement create =
            connection.prepareStatement(
                "create table if not exists guests(id identity, text varchar(200))")) {
      create.execute();
    }
  }

  @Override
  public Response handle(Request request) throws IOException, HttpException {
    try (Connection connection = pool.getConnection()) {
      return switch (request.method()) {
        case GET, HEAD -> Html.answer().body(Html.page("Guests", entries(connection)));
        case POST -> {
          write(connection, text(request));
          yield Response.of(303)
              .field("Location", Target.encoded(request.path()))
              .body(new byte[0]);
        }
        default -> Response.of(405).field("Allow", "GET, HEAD, POST").body(new byte[0]);
      };
    } catch (SQLTransientConnectionException busy) {
      throw new HttpException(503, "the guest book is busy");
    } catch (SQLException failure) {
      throw new IOException("the guest book cannot be read or written", failure);
    }
  }

  private static StringBuilder entries(Connection connection) throws SQLException {
    StringBuilder page = new StringBuilder(FORM);
    try (PreparedStatement select =
            connection.prepareStatement("select text from guests order by id desc limit 100");
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        page.append("<tr><td>").append(Html.escaped(rows.getString(1))).append("</td></tr>");
      }
    }
    return page.append("</tbody></table>");
  }

  private static void write(Connection connection, String text) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into guests(text) values(?)")) {
      insert.setString(1, text);
      insert.executeUpdate();
    }
    try (PreparedStatement forget =
        connection.prepareStatement(
            "delete from guests where id <= (select max(id) from guests) - 1000")) {
      forget.executeUpdate();
    }
  }

  /** The form's only field. */
  private static String text(Request request) throws HttpException {
    String form = new String(request.body(), StandardCharsets.US_ASCII);
    if (!form.startsWith(FIELD)) {
      throw new HttpException(422, "the form has no field text");
    }
    try {
      String text = URLDecoder.decode(form.substring(FIELD.length()), StandardCharsets.UTF_8);
      if (text.isBlank() || text.length() > LONGEST) {
        throw new HttpException(422, "the text is empty, or longer than 200 characters");
      }
      return text;
    } catch (IllegalArgumentException malformed) {
      throw new HttpException(400, "the form is malformed");
    }
  }
}
