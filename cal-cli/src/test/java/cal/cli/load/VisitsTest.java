package cal.cli.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import cal.cli.load.exchange.Exchange;
import cal.cli.load.exchange.WebFiles;
import cal.cli.load.exchange.Workload;
import cal.cli.load.result.ErrorKind;
import cal.cli.load.result.LoadResult;
import cal.cli.load.result.Sessions;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Visitors ask for groups of files at once, think, and close after the last group. */
@Timeout(300)
class VisitsTest {
  private static final Map<String, byte[]> FILES =
      Stream.concat(WebFiles.surge().stream(), WebFiles.SIZE_50K.exchanges().stream())
          .collect(
              Collectors.toMap(
                  one -> US_ASCII.decode(one.request().duplicate()).toString().split(" ")[1],
                  one -> one.answer().hasArray() ? one.answer().array() : bytes(one)));

  private static byte[] bytes(Exchange one) {
    byte[] bytes = new byte[one.answer().capacity()];
    one.answer().duplicate().clear().get(bytes);
    return bytes;
  }

  private final AtomicInteger visits = new AtomicInteger();
  private final AtomicInteger answers = new AtomicInteger();

  private void serve(DataInputStream in, DataOutputStream out, int wrongFrom) throws IOException {
    visits.incrementAndGet();
    while (true) {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.readUnsignedByte());
      }
      byte[] file = FILES.get(head.toString().split(" ")[1]).clone();
      if (answers.incrementAndGet() >= wrongFrom) {
        file[file.length - 1]++;
      }
      out.write(
          ("HTTP/1.1 200 OK\r\nContent-Length: " + file.length + "\r\n\r\n").getBytes(US_ASCII));
      out.write(file);
    }
  }

  private LoadResult visit(int wrongFrom) throws Exception {
    try (TestServer server = new TestServer((socket, in, out) -> serve(in, out, wrongFrom))) {
      LoadSpec load =
          new LoadSpec(server.address(), Workload.visits(), Sessions.SHORT, 3)
              .at(new Pace.Thinking(Duration.ofMillis(1), 1));
      try (LoadSession session = LoadSession.open(load, OptionalLong.empty())) {
        LoadResult result = session.slice(Duration.ofMillis(100));
        while (result.errors().isEmpty() && (visits.get() < 10 || wrongFrom < Integer.MAX_VALUE)) {
          result = session.slice(Duration.ofMillis(100));
        }
        return result;
      }
    }
  }

  @Test
  void shouldComeAgainAfterAllGroupsOfAVisit() throws Exception {
    assertThat(visit(Integer.MAX_VALUE).errors()).isEmpty();
    assertThat((double) answers.get() / visits.get()).isBetween(2.0, 10.0);
  }

  @Test
  void shouldSeeTheLastByteOfAWrongFile() throws Exception {
    assertThat(visit(20).errors()).containsKey(ErrorKind.WRONG_ANSWER);
  }

  /** Files of 50 KB at 8 megabits a second: 20 a second at most, and a first one at once. */
  @Test
  void shouldTakeNoMoreThanTheLinkOfTheClientsPasses() throws Exception {
    try (TestServer server =
        new TestServer((socket, in, out) -> serve(in, out, Integer.MAX_VALUE))) {
      LoadSpec load =
          new LoadSpec(server.address(), Workload.web(WebFiles.SIZE_50K), Sessions.LONG, 3)
              .limitedTo(8);
      try (LoadSession session = LoadSession.open(load, OptionalLong.empty())) {
        LoadResult result = session.slice(Duration.ofMillis(500));

        assertThat(result.errors()).isEmpty();
        assertThat(result.answers()).isBetween(1L, 12L);
      }
    }
  }
}
