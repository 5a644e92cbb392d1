package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.function.Consumer;

/** The frames of a durable store, as anyone can read them. */
interface Frames {

  /** The name that means the store. */
  String store();

  /** Hands over each payload, after its checksum was compared with the one that was kept. */
  void read(Consumer<byte[]> payloads) throws IOException, SQLException;

  /** Those of a database in a folder. */
  static Frames inDatabase(Path folder) {
    Path database = folder.resolve("frames");
    return new InDatabase("h2:" + database, Stores.h2Url(database));
  }

  /** Those of files in a folder. */
  static Frames inFiles(Path folder) {
    return new InFiles(folder);
  }

  /** Reads the table of a {@link JdbcStore}. */
  record InDatabase(String store, String url) implements Frames {
    @Override
    public void read(Consumer<byte[]> payloads) throws SQLException {
      try (java.sql.Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery("SELECT ID, CRC, PAYLOAD FROM FRAME ORDER BY ID")) {
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

  /** Reads the files of a {@link FolderStore}. */
  record InFiles(Path folder) implements Frames {
    @Override
    public String store() {
      return "files:" + folder;
    }

    @Override
    public void read(Consumer<byte[]> payloads) throws IOException {
      try (DirectoryStream<Path> frames = Files.newDirectoryStream(folder, "*.frame")) {
        for (Path frame : frames) {
          byte[] payload = Files.readAllBytes(frame);
          String crc = frame.getFileName().toString().replaceFirst(".*-(.*)\\.frame", "$1");
          assertThat(Payloads.crc(payload)).as("%s", frame).isEqualTo(HexFormat.fromHexDigits(crc));
          payloads.accept(payload);
        }
      }
    }
  }
}
