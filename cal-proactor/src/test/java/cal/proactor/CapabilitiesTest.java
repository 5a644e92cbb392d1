package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.spi.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of the document say what the providers and the settings say. */
class CapabilitiesTest {
  private static final Path PAGE = Path.of("../docs/proactor.md");

  @Test
  void shouldDocumentWhatEachProviderCanDo() throws IOException {
    List<AioProvider> providers = AioProviders.of(CapabilitiesTest.class.getClassLoader()).all();
    String page = Files.readString(PAGE);
    assertThat(page).contains("| operations | `io_uring` | `select` | `aio` |");
    assertThat(providers)
        .extracting(AioProvider::name)
        .containsExactly("io_uring", "select", "aio");
    Set<OperationCode> streams =
        EnumSet.of(
            OperationCode.ACCEPT,
            OperationCode.CONNECT,
            OperationCode.READ_STREAM,
            OperationCode.WRITE_STREAM);
    Set<OperationCode> datagrams =
        EnumSet.of(OperationCode.READ_DATAGRAM, OperationCode.WRITE_DATAGRAM);
    Set<OperationCode> files = EnumSet.copyOf(OperationCode.ofDevices());
    files.removeAll(streams);
    files.removeAll(datagrams);
    Set<OperationCode> transfers = EnumSet.of(OperationCode.TRANSMIT_FILE);
    files.removeAll(transfers);
    assertThat(page)
        .contains(
            row("streams", streams, providers),
            row("datagrams", datagrams, providers),
            row("files", files, providers),
            row("files to streams", transfers, providers));
  }

  @Test
  void shouldDocumentEachSetting() throws IOException {
    assertThat(
            Pattern.compile("(?m)^- `([a-z-]+)`:")
                .matcher(Files.readString(PAGE))
                .results()
                .map(row -> "proactor." + row.group(1)))
        .containsExactlyElementsOf(AioSettings.all().stream().map(Setting::key).toList());
  }

  private static String row(String kind, Set<OperationCode> codes, List<AioProvider> providers) {
    StringBuilder row = new StringBuilder("| ").append(kind).append(" |");
    for (AioProvider provider : providers) {
      Set<String> can = new TreeSet<>();
      for (OperationCode code : codes) {
        boolean has = provider.operations().contains(code);
        can.add(has ? provider.cancels(code) ? "cancels" : "yes" : "no");
      }
      assertThat(can).as("%s by %s", codes, provider.name()).hasSize(1);
      row.append(' ').append(can.iterator().next()).append(" |");
    }
    return row.toString();
  }
}
