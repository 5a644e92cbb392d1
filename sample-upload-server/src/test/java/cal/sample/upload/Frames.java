package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;

/** Reads the table of a {@link JdbcStore}, as anyone with its URL can. */
final class Frames {

  private Frames() {}

  /** Hands over each payload, after its checksum was compared with the column. */
  static void read(String url, Consumer<byte[]> payloads) throws SQLException {
    try (java.sql.Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT ID, CRC, PAYLOAD FROM FRAME ORDER BY ID")) {
      long last = 0;
      while (rows.next()) {
        assertThat(rows.getLong(1)).isGreaterThan(last);
        last = rows.getLong(1);
        assertThat(Payloads.crc(rows.getBytes(3))).as("ID=%d", last).isEqualTo(rows.getInt(2));
        payloads.accept(rows.getBytes(3));
      }
    }
  }
}
