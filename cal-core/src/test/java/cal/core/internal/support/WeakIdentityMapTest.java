package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Values go with their objects. */
class WeakIdentityMapTest {
  private final WeakIdentityMap<Object> map = new WeakIdentityMap<>();

  /** A value of an object that nobody else knows. */
  private static WeakReference<Object> lost(BiConsumer<Object, Object> keep) {
    Object value = new Object();
    keep.accept(new Object(), value);
    return new WeakReference<>(value);
  }

  private static void assertCollected(WeakReference<Object> value) {
    Awaitility.await("the value is collected")
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              System.gc();
              return value.refersTo(null);
            });
  }

  @Test
  void shouldLetAValueGoWithItsObjectThoughNobodyAsks() {
    assertCollected(lost(map::put));
    assertCollected(lost((object, value) -> map.get(object, () -> value)));
  }

  @Test
  void shouldKeepTheValueOfAnObjectThatIsKnown() {
    Object object = new Object();
    map.put(object, "first");
    map.put(object, "second");
    assertCollected(lost(map::put));
    assertThat(map.find(object)).isEqualTo("second");
    map.remove(object);
    assertThat(map.find(object)).isNull();
  }
}
