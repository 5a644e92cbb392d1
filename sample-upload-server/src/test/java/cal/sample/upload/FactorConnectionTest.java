package cal.sample.upload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class FactorConnectionTest {

  /** The product of two primes of thirteen digits. */
  private static final String TOO_HARD = "8999999999586000000004757";

  private final LogRecords log = new LogRecords();
  private RunningListener listener;
  private Client client;

  @BeforeEach
  void listen() throws IOException {
    listener = RunningListener.factor(Duration.ofMillis(500));
    client = listener.connect();
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    listener.close();
    log.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1,''",
    "2,2",
    "12,2 2 3",
    "007,7",
    "0000000000000000000000010,2 5",
    "9999999999999999999999999,FACTORS",
    "22794993954179237141472,PAPER",
    "!12,2 2 3"
  })
  void shouldAnswerALineOfPrimeFactors(String number, String expected) throws Exception {
    String factors =
        expected.equals("PAPER") || expected.equals("FACTORS")
            ? FactorizerTest.line(number)
            : expected;
    assertThat(client.ask(number)).isEqualTo(factors);
    assertThat(client.ask(number + "\r")).isEqualTo(factors);
  }

  @Test
  void shouldAnswerPipelinedLinesInTheirOrder() throws IOException {
    client.send("6\n35\r\n1\n97\n".getBytes(ISO_8859_1));
    assertThat(client.readLine()).isEqualTo("2 3");
    assertThat(client.readLine()).isEqualTo("5 7");
    assertThat(client.readLine()).isEmpty();
    assertThat(client.readLine()).isEqualTo("97");
    client.endOutput();
    assertThat(client.read()).isEqualTo(-1);
    assertThat(log.messages(Level.INFO)).isEmpty();
  }

  @Test
  void shouldTakeALineByteByByte() throws IOException {
    for (byte single : "22794993954179237141472\r\n".getBytes(ISO_8859_1)) {
      client.send(single);
    }
    assertThat(client.readLine()).isEqualTo(FactorizerTest.line("22794993954179237141472"));
  }

  @Test
  void shouldServeMoreLinesThanItsBufferHolds() throws IOException {
    for (int i = 1; i <= 2000; i++) {
      client.sendLine(Integer.toString(i));
    }
    for (int i = 1; i <= 2000; i++) {
      assertThat(client.readLine()).isEqualTo(FactorizerTest.line(Integer.toString(i)));
    }
  }

  @Test
  void shouldGoOnAfterANumberThatIsTooHard() throws IOException {
    assertThat(client.ask(TOO_HARD)).startsWith("ERR too hard: " + TOO_HARD);
    assertThat(client.ask("15")).isEqualTo("3 5");
  }

  /** In place of a call of serve(). */
  @Test
  void shouldRefuseALineAndRankItsClient() throws Exception {
    try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Client asking = new Client(door.getLocalPort());
        FactorConnection connection =
            new FactorConnection(door.accept(), new Statistics(), Duration.ofSeconds(30))) {
      assertThat(connection.rank()).isZero();
      asking.sendLine("!12");
      assertThat(connection.serve()).isTrue();
      assertThat(asking.readLine()).isEqualTo("2 2 3");
      assertThat(connection.rank()).isOne();
      asking.sendLine("7");
      connection.tooBusy();
      assertThat(asking.readLine()).isEqualTo("ERR too busy");
      asking.sendLine("7");
      assertThat(connection.serve()).isTrue();
      assertThat(asking.readLine()).isEqualTo("7");
      assertThat(connection.rank()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-5", "+5", "1.5", " 7", "7 ", "0x10", "abc", "\r", "1\r1"})
  void shouldRefuseALineThatIsNoPositiveInteger(String line) throws IOException {
    assertThat(client.ask(line)).isEqualTo("ERR the line is not a positive decimal integer");
    assertThat(client.read()).isEqualTo(-1);
    assertThat(log.warnings()).singleElement().asString().contains(client.address(), "positive");
  }

  @ParameterizedTest
  @ValueSource(ints = {26, 27, 1000, 100_000})
  void shouldRefuseALineThatIsTooLong(int digits) throws IOException {
    client.send("9".repeat(digits).getBytes(ISO_8859_1));
    client.sendLine("");
    assertThat(client.readLine()).isEqualTo("ERR the line is longer than 25 digits");
    assertThat(client.read()).isEqualTo(-1);
  }

  @Test
  void shouldReportWhatWasServed() throws IOException {
    client.send("6\n35\r\nSTATS\r\n".getBytes(ISO_8859_1));
    client.readLine();
    client.readLine();
    String own = client.address().substring(1);
    List<String> report =
        List.of(
            "total clients=1 requests=2 bytes=3",
            "factor clients=1 requests=2 bytes=3",
            "client " + own + " factor requests=2 bytes=3",
            "recent 1 factor " + own + " bytes=1",
            "recent 2 factor " + own + " bytes=2",
            "END");
    assertThat(client.readReport()).isEqualTo(report);
    client.sendLine("STATS WAIT 2");
    assertThat(client.readReport()).isEqualTo(report);
  }

  @Test
  void shouldAnswerAWaitThatNobodyElseCanEnd() throws IOException {
    assertThat(client.ask("STATS WAIT 1")).isEqualTo("ERR the total did not reach 1");
    assertThat(client.ask("STATS WAIT 99999999999999"))
        .isEqualTo("ERR the total did not reach 99999999999999");
    assertThat(client.ask("15")).isEqualTo("3 5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"STATS ", "STATS 1", "STATSWAIT 1", "STATS WAIT", "STATS WAIT -1", "STATS WAIT x"})
  void shouldRefuseALineThatAsksForNoStatistics(String line) throws IOException {
    assertThat(client.ask(line))
        .isEqualTo("ERR the line is neither STATS nor STATS WAIT and an integer");
    assertThat(client.read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stats", " STATS", "STAT"})
  void shouldRefuseStatisticsThatAreMisspelt(String line) throws IOException {
    assertThat(client.ask(line)).isEqualTo("ERR the line is not a positive decimal integer");
    assertThat(client.read()).isEqualTo(-1);
  }

  @Test
  void shouldRefuseALineWithoutAnEnd() throws IOException {
    client.send("12".getBytes(ISO_8859_1));
    client.endOutput();
    assertThat(client.readLine()).startsWith("ERR the stream ended");
    assertThat(client.read()).isEqualTo(-1);
  }

  @Test
  void shouldTellAClientThatStopsInsideALine() throws IOException {
    client.send("12".getBytes(ISO_8859_1));
    assertThat(client.readLine()).startsWith("ERR the rest of the request").endsWith("500 ms");
    assertThat(client.read()).isEqualTo(-1);
    assertThat(log.warnings()).singleElement().asString().contains(client.address());
  }
}
