package cal.weave.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopCutTest {
  private static final String LOOPS = "cal.weave.loop.LoopCutTest.Looping.";
  private static final String STEP = "java.lang.String " + LOOPS + "turn(java.lang.String)";

  /** Loops of the kinds that servers have, and some that cannot be cut. */
  public static final class Looping {
    private static final int TURNS = 3;

    final List<String> said = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final ReadWriteLock locks = new ReentrantReadWriteLock();
    private final StampedLock stamped = new StampedLock();

    /** Variables of each kind, handlers within and around, and operands before the call. */
    public void all(String name, long wide, boolean first) {
      int count = 0;
      double half = 0.5;
      float quarter = 0.25f;
      String last = null;
      char[] letters = {'a'};
      try {
        for (int option = 0; option < 2; option++) {
          said.add("option " + option);
        }
        while (count < TURNS) {
          try {
            said.add(first + name + wide + turn(half + last + quarter));
          } catch (IllegalStateException second) {
            said.add("failed " + second.getMessage());
            name = null;
          }
          count++;
          wide += 2;
          half *= 2;
          last = "turn " + count + ++letters[0];
        }
        said.add("end " + last);
      } finally {
        said.add("close " + wide);
      }
    }

    /** No variable, and no other end than by what is thrown. */
    public void endless() {
      while (true) {
        turn("endless");
        if (said.size() > TURNS) {
          throw new IllegalStateException("thrown");
        }
      }
    }

    /** Of no object. */
    public static void ofClass(List<Object> list) {
      while (!list.isEmpty()) {
        list.removeFirst();
      }
    }

    public int answers() {
      while (true) {
        if (turn("").isEmpty()) {
          return 1;
        }
      }
    }

    public synchronized void locks() {
      while (said.isEmpty()) {
        turn("");
      }
    }

    public void locksInside() {
      while (said.isEmpty()) {
        synchronized (said) {
          turn("");
        }
      }
    }

    public void locksAround() {
      synchronized (said) {
        said.clear();
        while (said.isEmpty()) {
          turn("");
        }
      }
    }

    public void locksByHand() {
      lock.lock();
      try {
        while (said.isEmpty()) {
          turn("");
        }
      } finally {
        lock.unlock();
      }
    }

    public void locksToWrite() {
      locks.writeLock().lock();
      try {
        while (said.isEmpty()) {
          turn("");
          locks.readLock().lock();
          try {
            said.clear();
          } finally {
            locks.readLock().unlock();
          }
        }
      } finally {
        locks.writeLock().unlock();
      }
    }

    public void triesToLock() {
      if (lock.tryLock()) {
        for (; ; ) {
          turn("");
        }
      }
    }

    public void triesAndKeeps() {
      boolean taken = lock.tryLock();
      if (!taken) {
        return;
      }
      while (said.isEmpty()) {
        turn("");
      }
    }

    /** The answer is not the one of the lock alone. */
    public void triesAndAsks() {
      boolean taken = lock.tryLock();
      taken &= said.isEmpty();
      if (!taken) {
        while (said.isEmpty()) {
          turn("");
        }
      }
    }

    public void releasesPerhaps() {
      lock.lock();
      releaseOf(said.size());
      while (said.isEmpty()) {
        turn("");
      }
    }

    private void releaseOf(int some) {
      if (some > 0) {
        lock.unlock();
      }
    }

    public void tried() {
      boolean taken = lock.tryLock();
      if (taken) {
        said.clear();
        lock.unlock();
      }
      while (said.isEmpty()) {
        turn("");
      }
    }

    public void triedInEachTurn() throws InterruptedException {
      while (said.isEmpty()) {
        boolean taken = lock.tryLock(1, TimeUnit.SECONDS);
        try {
          said.clear();
        } finally {
          if (taken) {
            lock.unlock();
          }
        }
        turn("");
      }
    }

    public void releasedByAnother() {
      while (said.isEmpty()) {
        lock.lock();
        try {
          said.clear();
        } finally {
          release();
        }
        turn("");
      }
    }

    private void release() {
      if (said.isEmpty()) {
        said.clear();
      }
      lock.unlock();
    }

    public void askedFor() {
      while (said.isEmpty()) {
        lock().lock();
        said.clear();
        lock.unlock();
        turn("");
      }
    }

    private Lock lock() {
      return lock;
    }

    /** Its locks belong to no thread. */
    public void stamped() {
      stamped.asReadLock().lock();
      Lock write = stamped.asReadWriteLock().writeLock();
      write.lock();
      while (said.isEmpty()) {
        turn("");
      }
    }

    /** Two calls in a turn, and locks that each turn gives back. */
    public void twice() {
      int count = 0;
      for (String word = "a"; count < TURNS * 2; word += count) {
        locks.readLock().lock();
        try {
          count++;
        } finally {
          locks.readLock().unlock();
        }
        String first = "first " + word;
        turn(first);
        boolean even = count % 2 == 0;
        if (even && lock.tryLock()) {
          lock.unlock();
          continue;
        }
        double half = count / 2.0;
        turn(first + half + even);
        said.add(word + half);
      }
    }

    public void once() {
      turn("");
    }

    String turn(String what) {
      said.add(what);
      if (said.size() == TURNS * 2 - 1) {
        throw new IllegalStateException("in turn " + what);
      }
      return what;
    }
  }

  /** Loads the class anew, with the given bytes. */
  private static final class Cutting extends ClassLoader {
    private final byte[] bytes;

    Cutting(byte[] bytes) {
      super(LoopCutTest.class.getClassLoader());
      this.bytes = bytes;
    }

    Class<?> type() {
      return defineClass(Looping.class.getName(), bytes, 0, bytes.length);
    }
  }

  private static Loops loops(String loop, String step) {
    return new Loops(
        List.of(LoopCut.of("a.One", "cal.yaml: stages.one", loop, step)),
        LoopCutTest.class.getClassLoader());
  }

  private static Class<?> cut(String loop, String step) throws IOException {
    String name = Looping.class.getName();
    try (InputStream in = Looping.class.getResourceAsStream("LoopCutTest$Looping.class")) {
      Loops loops = loops(loop, step);
      byte[] bytes = loops.cut(name, in.readAllBytes());
      loops.require(List.of(), List.of());
      return new Cutting(bytes).type();
    }
  }

  @SuppressWarnings("unchecked")
  private static List<String> said(Object looping) throws ReflectiveOperationException {
    var field = looping.getClass().getDeclaredField("said");
    field.setAccessible(true);
    return (List<String>) field.get(looping);
  }

  @Test
  void shouldRunByStepsAsInOneGo() throws Exception {
    Looping uncut = new Looping();
    uncut.all("name", 7L << 40, true);
    Class<?> type = cut("void " + LOOPS + "all(..)", STEP);
    Object whole = type.getConstructor().newInstance();
    type.getMethod("all", String.class, long.class, boolean.class)
        .invoke(whole, "name", 7L << 40, true);
    assertThat(said(whole)).isEqualTo(uncut.said);

    Object stepped = type.getConstructor().newInstance();
    Method step =
        type.getDeclaredMethod("all$step", String.class, long.class, boolean.class, Object[].class);
    step.setAccessible(true);
    Object[] state = new Object[16];
    List<Integer> sizes = new ArrayList<>();
    Object more;
    do {
      more = step.invoke(stepped, "name", 7L << 40, true, state);
      sizes.add(said(stepped).size());
    } while (more.equals(true));
    assertThat(said(stepped)).isEqualTo(uncut.said);
    // Before the first call, after each turn, and the last with what is behind the loop.
    assertThat(sizes).hasSize(Looping.TURNS + 1).startsWith(2).isSorted();
  }

  @Test
  void shouldBeginAStepWithEachOfSeveralCalls() throws Exception {
    Looping uncut = new Looping();
    assertThatThrownBy(uncut::twice).hasMessageStartingWith("in turn ");
    Class<?> type = cut("void " + LOOPS + "twice()", STEP);
    Object stepped = type.getConstructor().newInstance();
    Method step = type.getDeclaredMethod("twice$step", Object[].class);
    step.setAccessible(true);
    Object[] state = new Object[16];
    List<Integer> sizes = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              while (step.invoke(stepped, (Object) state).equals(true)) {
                sizes.add(said(stepped).size());
              }
            })
        .hasRootCauseMessage("in turn " + uncut.said.getLast());
    assertThat(said(stepped)).isEqualTo(uncut.said);
    assertThat(sizes).containsExactly(0, 1, 3, 4);
  }

  /** The class is as before, so a second weaving changes nothing. */
  @Test
  void shouldCutOnce() throws Exception {
    String name = Looping.class.getName();
    try (InputStream in = Looping.class.getResourceAsStream("LoopCutTest$Looping.class")) {
      byte[] plain = in.readAllBytes();
      byte[] once = loops("void " + LOOPS + "twice()", STEP).cut(name, plain);
      Loops again = loops("void " + LOOPS + "twice()", STEP);
      assertThat(once).isNotEqualTo(plain);
      assertThat(again.cut(name, once)).isSameAs(once);
      again.require(List.of(), List.of());
    }
  }

  @Test
  void shouldSayHowALoopIsCut() throws Exception {
    Loops loops = loops("void " + LOOPS + "all(..)", STEP);
    try (InputStream in = Looping.class.getResourceAsStream("LoopCutTest$Looping.class")) {
      loops.cut(Looping.class.getName(), in.readAllBytes());
    }
    assertThat(loops.lines())
        .singleElement()
        .asString()
        .matches(
            "cut a.One cal.weave.loop.LoopCutTest\\$Looping.all, lines \\d+ to \\d+: a step begins"
                + " with cal.weave.loop.LoopCutTest.Looping.turn \\(line \\d+\\) and keeps name"
                + " \\(String\\), wide \\(long\\), first \\(boolean\\), .*");
  }

  @Test
  void shouldThrowFromItsLastStep() throws Exception {
    Class<?> type = cut("void " + LOOPS + "endless()", STEP);
    Object looping = type.getConstructor().newInstance();
    assertThatThrownBy(() -> type.getMethod("endless").invoke(looping))
        .hasRootCauseMessage("thrown");
    assertThat(said(looping)).hasSize(Looping.TURNS + 1);
  }

  @Test
  void shouldCutLoopsOfClasses() throws Exception {
    Class<?> type = cut("static void " + LOOPS + "ofClass(..)", "* java.util.List.removeFirst()");
    List<Object> list = new ArrayList<>(List.of("one", "two"));
    type.getMethod("ofClass", List.class).invoke(null, list);
    assertThat(list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tried", "triedInEachTurn", "releasedByAnother", "askedFor", "stamped"})
  void shouldCutWhereNoLockOfItsThreadIsHeld(String loop) throws Exception {
    assertThat(cut("void " + LOOPS + loop + "()", STEP).getDeclaredMethods())
        .extracting(Method::getName)
        .contains(loop + "$step");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int answers()      | returns an answer
          void locks()       | is synchronized
          void locksInside() | in a synchronized block
          void locksAround() | in a synchronized block
          void locksByHand() | held (java.util.concurrent.locks.ReentrantLock.lock)
          void locksToWrite() | held (java.util.concurrent.locks.Lock.lock)
          void triesToLock() | held (java.util.concurrent.locks.ReentrantLock.tryLock)
          void triesAndKeeps() | held (java.util.concurrent.locks.ReentrantLock.tryLock)
          void triesAndAsks() | held (java.util.concurrent.locks.ReentrantLock.tryLock)
          void releasesPerhaps() | held (java.util.concurrent.locks.ReentrantLock.lock)
          void once()        | is in no loop, since
          void missing()     | is a method of no class that is woven
          """)
  void shouldSayWhyALoopIsNotCut(String loop, String reason) {
    String[] words = loop.split(" ");
    assertThatThrownBy(() -> cut(words[0] + " " + LOOPS + words[1], STEP))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith("cal.yaml: stages.one.")
        .hasMessageContaining(reason)
        .message()
        .matches(
            text ->
                reason.contains("no class") || text.matches(".* \\(at .*Looping\\.\\w+:\\d+\\) .*"),
            "names the line");
  }
}
