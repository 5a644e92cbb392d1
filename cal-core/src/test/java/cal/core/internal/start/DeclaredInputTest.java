package cal.core.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.LogLines;
import cal.core.internal.activity.NextInput;
import cal.core.internal.record.AwaitedInput;
import cal.core.spi.ConfigurationException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The members of a server's object say which socket it awaits; in doubt none. */
@SuppressWarnings({"UnusedVariable", "UnusedMethod"}) // members are named by the tests
class DeclaredInputTest {
  private static final String TYPE = DeclaredInputTest.class.getName() + "$";

  static class Connection {
    private final Socket socket = new Socket();
    private InputStream in = new BufferedInputStream(InputStream.nullInputStream());
    private Reader reader;
    private int count;
    private boolean more;
    private char mark;
    private Object any = "";

    private Connection self() {
      return this;
    }

    private Connection gone() {
      return null;
    }
  }

  static final class Special extends Connection {
    private long left;
  }

  private static Socket awaited(Object target, String socket, String buffer) {
    return new DeclaredInput(
            new NextInput("connection"),
            new AwaitedInput(TYPE + socket, buffer.equals("none") ? buffer : TYPE + buffer),
            DeclaredInputTest.class.getClassLoader())
        .of(target);
  }

  private static Socket awaited(Object target, String buffer) {
    return awaited(target, "Connection#socket", buffer);
  }

  @Test
  void shouldSayOnceThatAStaticProcedureHasNoSocket() {
    DeclaredInput input =
        new DeclaredInput(
            new NextInput("connection"),
            new AwaitedInput(TYPE + "Connection#socket", "none"),
            DeclaredInputTest.class.getClassLoader());
    try (LogLines log = new LogLines("its procedure is static")) {
      assertThat(input.of(null)).isNull();
      assertThat(input.of(null)).isNull();
      assertThat(log.lines()).singleElement().asString().startsWith("stage=connection: ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "Connection#in",
        "Connection#reader",
        "Connection#count",
        "Connection#more",
        "Connection#mark",
        "Connection#self().self().count",
        "Connection#gone().count"
      })
  void shouldAwaitTheSocketWhereNothingIsLeft(String buffer) {
    Connection connection = new Connection();

    assertThat(awaited(connection, buffer)).isSameAs(connection.socket);
    assertThat(awaited(connection, "Connection#self().socket", buffer)).isSameAs(connection.socket);
  }

  @Test
  void shouldAwaitNothingWhereSomethingIsLeft() {
    Connection connection = new Special();
    connection.in = new ByteArrayInputStream(new byte[1]);
    connection.reader = new BufferedReader(new StringReader("a"));
    connection.count = 1;
    connection.more = true;
    connection.mark = 'a';
    ((Special) connection).left = 1L << 32;

    for (String buffer : new String[] {"in", "reader", "count", "more", "mark"}) {
      assertThat(awaited(connection, "Connection#" + buffer)).as(buffer).isNull();
    }
    assertThat(awaited(connection, "Special#left")).isNull();
  }

  @Test
  void shouldAwaitNothingWhereNobodyCanTell() throws IOException {
    Connection connection = new Connection();
    assertThat(awaited(connection, "Special#left")).as("another type").isNull();
    assertThat(awaited("other", "none")).as("of a socket").isNull();
    assertThat(awaited(null, "none")).as("of a static procedure").isNull();
    assertThat(awaited(connection, "Connection#gone().socket", "none")).isNull();
    connection.in =
        new InputStream() {
          @Override
          public int read() {
            return -1;
          }
        };
    assertThat(awaited(connection, "Connection#in")).as("a mute stream").isNull();
    ByteArrayOutputStream objects = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(objects)) {
      out.writeObject("one");
    }
    connection.in = new ObjectInputStream(new ByteArrayInputStream(objects.toByteArray()));
    assertThat(awaited(connection, "Connection#in")).as("an object behind its tag").isNull();
    connection.in =
        new FilterInputStream(InputStream.nullInputStream()) {
          @Override
          public int available() throws IOException {
            throw new IOException("closed");
          }
        };
    assertThat(awaited(connection, "Connection#in")).as("a closed stream").isNull();
    assertThatThrownBy(() -> awaited(connection, "Connection#any"))
        .isInstanceOf(ClassCastException.class)
        .hasMessageContaining("does not tell what is left");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Connection#gone", "Connection#count()", "Missing#count"})
  void shouldSayWhatIsRecordedAndNotThere(String buffer) {
    Connection connection = new Connection();

    assertThatThrownBy(() -> awaited(connection, buffer))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(" is recorded and cannot be read: ")
        .hasMessageEndingWith("; build the artifact again, or open its package");
  }
}
