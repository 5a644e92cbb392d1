package cal.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import cal.simulation.spi.RandomStalls;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import simulated.Programs;

/** A server and its clients are two programs, each with the end of a process. */
class ProgramsTest {
  private static SimulatedProgram.Result run(String line, String clients) throws Exception {
    return run(line, clients, Map.of());
  }

  private static SimulatedProgram.Result run(
      String line, String clients, Map<String, Object> faults) throws Exception {
    List<String> server = List.of(line.split(" "));
    return new SimulatedProgram(
            System.getProperty("java.class.path"),
            Programs.class.getName() + "$" + server.getFirst(),
            server.subList(1, server.size()),
            Programs.class.getName() + "$" + clients,
            List.of("simulated"),
            List.of(),
            faults,
            RandomStalls.class)
        .run(1, 20, 600, 60, "%d");
  }

  @ParameterizedTest
  @CsvSource({"TwoPorts, Both", "Brief, Leaving", "Brief, Reading", "Late, One", "Echo, One"})
  void shouldPass(String server, String clients) throws Exception {
    SimulatedProgram.Result result = run(server, clients);
    assertThat(result.passed()).as(result.text()).isTrue();
  }

  /** The server finds an end, and the client the answer. */
  @Test
  void shouldCloseOneDirection() throws Exception {
    Map<String, Object> end = Map.of("half-close-after", 3, "to", "server");
    SimulatedProgram.Result result = run("Counting", "Five", Map.of("connections", Map.of(1, end)));
    assertThat(result.passed()).as(result.text()).isTrue();
    assertThat(run("Counting", "Five").text()).contains("SocketTimeoutException");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Echo | Threads | fails: java.lang.AssertionError: answered 1",
        "Silent virtual | Patient | fails: java.lang.AssertionError: in a worker",
        "Silent platform | Patient | fails: java.lang.AssertionError: in a worker",
        "Leaky | Leaving | after 10 s the server has not closed: the connection from port",
      })
  void shouldFail(String server, String clients, String words) throws Exception {
    assertThat(run(server, clients).text()).contains(words);
  }
}
