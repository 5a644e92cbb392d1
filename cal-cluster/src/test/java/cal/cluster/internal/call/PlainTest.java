package cal.cluster.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What travels without the serialization of Java arrives as it was, and the rest by that. */
class PlainTest {
  private static final ClassLoader LOADER = PlainTest.class.getClassLoader();

  static Stream<Arguments> rows() {
    byte[] same = {1, 2};
    return Stream.of(
            new Object[] {null, true, false, -1, Long.MIN_VALUE, -0.0, Double.NaN},
            new Object[] {"", "a\u0000\uD800z\u00e9", "x".repeat(70_000)},
            new Object[] {BigInteger.ZERO, BigInteger.TWO.pow(999).negate(), new byte[70_000]},
            new Object[] {'c', (byte) 1, (short) 2, 1.5f, new BigDecimal("1.50"), new int[] {3}},
            new Object[] {same, new byte[] {3}},
            new Object[] {},
            new Object[] {new Object[] {"a"}})
        .map(row -> Arguments.of((Object) row));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldComeAsItWent(Object[] row) throws Exception {
    Object[] came = (Object[]) Parcel.unpack(new Parcel(3, row).pack(), LOADER).content();
    assertThat(Arrays.deepEquals(came, row)).as(Arrays.deepToString(came)).isTrue();
    assertThat(Parcel.unpack(new Parcel(3, row).pack(), LOADER).mark()).isEqualTo(3);
  }

  @Test
  void shouldKeepOneArrayOne() throws Exception {
    byte[] one = {1};
    Object[] parts =
        (Object[])
            Parcel.unpack(new Parcel(0, new Object[] {one, "text", one}).pack(), LOADER).content();
    assertThat(parts[0]).isSameAs(parts[2]);
  }

  @Test
  void shouldKeepTheClassOfAnArray() throws Exception {
    Object came = Parcel.unpack(new Parcel(0, new String[] {"a"}).pack(), LOADER).content();
    assertThat(came).isExactlyInstanceOf(String[].class);
  }

  /** Smaller by far: no class is described. */
  @Test
  void shouldBeBrief() throws Exception {
    assertThat(new Parcel(0, new Object[] {null, BigInteger.TEN}).pack()).hasSizeLessThan(20);
    assertThat(new Parcel(0, "x".repeat(1_000)).pack()).hasSizeLessThan(1_020);
  }

  /** Memory is taken for no more than the bytes that have come. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "0007",
        "0062ffffffff",
        "00627fffffff",
        "00727fffffff",
        "00637fffffff",
        "007300000001ff",
        "00720000000172",
        "0072000000017200000000",
        "003000",
        "0078"
      })
  void shouldRefuseBytesOfNoObject(String bytes) {
    assertThatThrownBy(() -> Parcel.unpack(HexFormat.of().parseHex(bytes), LOADER))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldRefuseBytesThatWereCutOff() throws Exception {
    Object[] row = {1, 2L, 3.0, true, "text", "\uD800", BigInteger.TWO.pow(99), new byte[9]};
    byte[] whole = new Parcel(0, row).pack();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Parcel.unpack(cut, LOADER)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void shouldMakeASentenceOfAnAnswerThatIsNone() throws Exception {
    for (byte[] answer : List.of(new Parcel(2, "no exception").pack(), new Parcel(9, 1).pack())) {
      RemoteResult outcome = RemoteResult.unpack(answer, LOADER);
      assertThat(outcome.kind()).isEqualTo(RemoteResult.Kind.STAYS);
      assertThat((String) outcome.content()).startsWith("its answer cannot be read here: ");
    }
  }
}
