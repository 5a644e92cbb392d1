package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of the document says what the providers say. */
class CapabilitiesTest {
  private static final Path PAGE = Path.of("../docs/proactor.md");

  @Test
  void shouldDocumentWhatEachProviderCanDo() throws IOException {
    List<AioProvider> providers = AioProviders.of(CapabilitiesTest.class.getClassLoader()).all();
    String page = Files.readString(PAGE);
    assertThat(page).contains("| operation | `io_uring` | `select` | `aio` |");
    assertThat(providers)
        .extracting(AioProvider::name)
        .containsExactly("io_uring", "select", "aio");
    List<String> rows =
        Arrays.stream(OperationCode.values())
            .filter(OperationCode::isOfDevice)
            .map(code -> row(code, providers))
            .toList();
    assertThat(
            Pattern.compile("(?m)^\\| `[A-Z_]+` \\|.*$")
                .matcher(page)
                .results()
                .map(r -> r.group()))
        .containsExactlyElementsOf(rows);
  }

  private static String row(OperationCode code, List<AioProvider> providers) {
    StringBuilder row = new StringBuilder("| `").append(code).append("` |");
    for (AioProvider provider : providers) {
      boolean can = provider.operations().contains(code);
      row.append(can ? provider.cancels(code) ? " cancels |" : " yes |" : " no |");
    }
    return row.toString();
  }
}
