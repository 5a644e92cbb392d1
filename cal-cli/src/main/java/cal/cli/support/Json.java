package cal.cli.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes results as JSON that people can read, too, and reads them. Stateless, hence thread-safe.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private Json() {}

  /** The content of a file, without fields that the type does not know. */
  public static <T> T read(Path file, Class<T> type) {
    try {
      return MAPPER.readValue(file.toFile(), type);
    } catch (IOException e) {
      throw new Failure(1, "cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON of " + value, e);
    }
  }

  /** Replaces the file, making its folder where it is missing. */
  public static void write(Path file, Object value) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      Files.writeString(file, text(value) + "\n");
    } catch (IOException e) {
      throw new Failure(1, "cannot write " + file + ": " + e + "; name another file", e);
    }
  }
}
