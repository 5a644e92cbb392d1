package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Simulated;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Each seed finds static state as a new process does, whether its classes are loaded anew or not.
 */
final class StaticStateTest {
  private static final List<String> ORDER = new ArrayList<>();

  private static int count;

  private static class Above {
    static {
      ORDER.add("above");
    }
  }

  private static final class Below extends Above {
    static final int CONSTANT = 7;
    static final List<String> LIST = new ArrayList<>(List.of("below"));
    static String text;

    static {
      ORDER.add("below");
      text = "new";
    }

    static String change() {
      String before = text + LIST;
      text = "old";
      LIST.clear();
      return before;
    }
  }

  private static final class Fails {
    static {
      if (ORDER.isEmpty()) {
        throw new IllegalStateException("by the initializer");
      }
    }

    static void use() {
      // The initializer fails.
    }
  }

  private static final class Found {
    static {
      ORDER.add("found");
    }
  }

  private static final class Recursive {
    static final Recursive ONE = new Recursive();
    static int made;

    Recursive() {
      made++;
    }
  }

  private enum Color {
    RED,
    BLUE;

    private static final List<Color> SEEN = new ArrayList<>();

    static int see(Color color) {
      SEEN.add(color);
      return SEEN.size();
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // which is what is tried
  private enum Counting {
    ONE {
      @Override
      int next() {
        return count.incrementAndGet();
      }
    };

    final AtomicInteger count = new AtomicInteger();

    abstract int next();
  }

  private static final class Slow {
    static final String TEXT;

    static {
      LockSupport.parkNanos(1_000_000);
      TEXT = "done";
    }
  }

  @Simulated(seeds = 5)
  void shouldBeNew() {
    assertEquals(1, ++count);
    assertEquals("new[below]", Below.change());
    assertEquals("old[]", Below.change());
    assertEquals(List.of("above", "below"), ORDER);
    assertEquals(7, Below.CONSTANT);
    assertEquals(1, Recursive.made);
    assertSame(Recursive.ONE, Recursive.ONE);
  }

  @Simulated(seeds = 5)
  void shouldFailAsTheJvmFails() {
    Error first = assertThrows(ExceptionInInitializerError.class, Fails::use);
    assertEquals("by the initializer", first.getCause().getMessage());
    assertThrows(NoClassDefFoundError.class, Fails::use);
  }

  @Simulated(seeds = 5)
  void shouldBeginWhereReflectionDoes() throws Exception {
    Class<?> found = Class.forName(Found.class.getName(), false, Found.class.getClassLoader());
    assertTrue(ORDER.isEmpty());
    assertSame(found, Class.forName(Found.class.getName()));
    assertEquals(List.of("found"), ORDER);
    Field text = Below.class.getDeclaredField("text");
    assertEquals("new", text.get(null));
    text.set(null, "set");
    assertEquals("set", Below.text);
  }

  @Simulated(seeds = 5)
  void shouldKeepWhatTheJdkKeeps() {
    assertEquals(1, Color.see(Color.valueOf("BLUE")));
    assertEquals(2, EnumSet.allOf(Color.class).size());
    assertEquals(1, Counting.valueOf("ONE").next());
    assertSame(Counting.ONE, Counting.values()[0]);
    assertTrue(EnumSet.allOf(Counting.class).contains(Counting.ONE));
  }

  @Simulated(seeds = 5)
  void shouldWaitForAnInitializer() throws InterruptedException {
    List<String> seen = new ArrayList<>();
    Thread other = Thread.ofVirtual().start(() -> seen.add(Slow.TEXT));
    Thread.sleep(1);
    seen.add(Slow.TEXT);
    other.join();
    assertEquals(List.of("done", "done"), seen);
  }

  /** A thread that is left with the monitor of a class keeps it from the next seed. */
  @Simulated(seeds = 5)
  void shouldFindAMonitorFree() throws InterruptedException {
    Thread left = Thread.ofVirtual().start(StaticStateTest::keep);
    while (count == 0) {
      Thread.sleep(1);
    }
    assertTrue(left.isAlive());
    assertEquals(1, count);
  }

  private static synchronized void keep() {
    count++;
    LockSupport.park();
  }
}
