package cal.sample.orb;

import cal.sample.orb.idl.BadNumber;
import cal.sample.orb.idl.FactorizerPOA;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.ORB;
import org.omg.CORBA.ORBPackage.InvalidName;
import org.omg.PortableInterceptor.CurrentHelper;
import org.omg.PortableInterceptor.InvalidSlot;
import org.omg.PortableServer.CurrentPackage.NoContext;

/** Does what its argument says: {@code WORD:ARGUMENT}. Thread-safe. */
final class Desk extends FactorizerPOA {
  private static final Map<String, CountDownLatch> LATCHES = new ConcurrentHashMap<>();
  private static final AtomicInteger WAITING = new AtomicInteger();

  /** A permit for each call that has begun to wait. */
  private static final Semaphore BEGUN = new Semaphore(0);

  private final ORB orb;
  private final AtomicInteger inside = new AtomicInteger();

  Desk(ORB orb) {
    this.orb = orb;
  }

  static CountDownLatch latch(String name) {
    return LATCHES.computeIfAbsent(name, absent -> new CountDownLatch(1));
  }

  /** Returns once one more call has begun to wait. */
  static void awaitBegun() throws InterruptedException {
    BEGUN.acquire();
  }

  @Override
  public String factorize(String text) throws BadNumber {
    String[] words = text.split(":", 2);
    int together = inside.incrementAndGet();
    try {
      return switch (words[0]) {
        case "echo" -> words[1];
        case "together" -> "" + together;
        case "wait" -> await(words[1]);
        case "go" -> {
          latch(words[1]).countDown();
          yield "gone";
        }
        case "waiting" -> "" + WAITING.get();
        case "stored" -> "" + CountedStore.stored();
        case "big" -> "x".repeat(Integer.parseInt(words[1]));
        case "allocated" -> "" + allocated();
        case "thread" -> Thread.currentThread().getName();
        case "id" -> id();
        case "slot" -> slot();
        case "user" -> throw new BadNumber(words[1]);
        case "system" -> throw new BAD_PARAM(words[1], 42, CompletionStatus.COMPLETED_MAYBE);
        default -> throw new IllegalStateException(text);
      };
    } finally {
      inside.decrementAndGet();
    }
  }

  /** Bytes, by all threads so far. */
  private static long allocated() {
    return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getTotalThreadAllocatedBytes();
  }

  private static String await(String name) {
    WAITING.incrementAndGet();
    BEGUN.release();
    try {
      return latch(name).await(120, TimeUnit.SECONDS) ? "waited" : "waited for nothing";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } finally {
      WAITING.decrementAndGet();
    }
  }

  private String id() {
    try {
      return new String(
          org.omg.PortableServer.CurrentHelper.narrow(orb.resolve_initial_references("POACurrent"))
              .get_object_id(),
          java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (InvalidName | NoContext e) {
      return e.toString();
    }
  }

  private String slot() {
    try {
      return CurrentHelper.narrow(orb.resolve_initial_references("PICurrent"))
          .get_slot(SlotInterceptor.slot())
          .extract_string();
    } catch (InvalidName | InvalidSlot e) {
      return e.toString();
    }
  }
}
