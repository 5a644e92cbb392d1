package cal.simulation.internal.jdk;

import cal.simulation.spi.Chance;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The JDK's own sources of chance, set by the seed: {@code Random}, {@code ThreadLocalRandom},
 * {@code SplittableRandom}, {@code Math.random}, {@code SecureRandom}, the order of {@code Set.of},
 * and the numbers in names of pools.
 */
public final class Chances {
  private static final VarHandle SEED;
  private static final VarHandle PROBE;
  private static final VarHandle SECONDARY;
  private static final Random MATH;
  private static final AtomicLong SPLITTABLE;
  private static final AtomicLong UNIQUIFIER;
  private static final AtomicLong SEEDER;

  /** The number in the name of the next pool of threads. */
  private static final AtomicInteger POOLS;

  /** Of the run; null outside. */
  private static volatile Chance secure;

  static {
    try {
      Lookup in = Internals.in(Thread.class);
      SEED = in.findVarHandle(Thread.class, "threadLocalRandomSeed", long.class);
      PROBE = in.findVarHandle(Thread.class, "threadLocalRandomProbe", int.class);
      SECONDARY = in.findVarHandle(Thread.class, "threadLocalRandomSecondarySeed", int.class);
      MATH =
          get("java.lang.Math$RandomNumberGeneratorHolder", "randomNumberGenerator", Random.class);
      SPLITTABLE = get("java.util.SplittableRandom", "defaultGen", AtomicLong.class);
      UNIQUIFIER = get("java.util.Random", "seedUniquifier", AtomicLong.class);
      SEEDER = get("java.util.concurrent.ThreadLocalRandom", "seeder", AtomicLong.class);
      POOLS =
          get(
              "java.util.concurrent.Executors$DefaultThreadFactory",
              "poolNumber",
              AtomicInteger.class);
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  private Chances() {}

  private static <T> T get(String type, String field, Class<T> of)
      throws ReflectiveOperationException {
    Class<?> owner = Class.forName(type);
    return of.cast(Internals.in(owner).findStaticVarHandle(owner, field, of).get());
  }

  /** Makes {@code SecureRandom} obey; once a process. */
  public static void install() {
    Security.insertProviderAt(new Seeded(), 1);
  }

  /**
   * Gives {@code Set.of} and {@code Map.of} the same order in each process. Before these are
   * compiled.
   */
  public static void salt() throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field single = type.getDeclaredField("theUnsafe");
    single.setAccessible(true);
    Object unsafe = single.get(null);
    Class<?> collections = Class.forName("java.util.ImmutableCollections");
    Method base = type.getMethod("staticFieldBase", Field.class);
    Method offset = type.getMethod("staticFieldOffset", Field.class);
    Field salt = collections.getDeclaredField("SALT32L");
    type.getMethod("putLong", Object.class, long.class, long.class)
        .invoke(unsafe, base.invoke(unsafe, salt), offset.invoke(unsafe, salt), 0x5EEDL);
    Field reverse = collections.getDeclaredField("REVERSE");
    type.getMethod("putBoolean", Object.class, long.class, boolean.class)
        .invoke(unsafe, base.invoke(unsafe, reverse), offset.invoke(unsafe, reverse), false);
  }

  /** Begins a run. */
  public static void begin(long seed) {
    MATH.setSeed(seed);
    SPLITTABLE.set(seed);
    UNIQUIFIER.set(seed);
    SEEDER.set(seed);
    POOLS.set(1);
    secure = new Chance(seed, 2);
  }

  /** Ends a run. */
  public static void end() {
    secure = null;
  }

  /** Gives a thread its own numbers. */
  public static void begin(Thread thread, long seed) {
    SEED.set(thread, seed);
    PROBE.set(thread, (int) (seed >>> 32) | 1);
    SECONDARY.set(thread, (int) seed | 1);
  }

  private static final class Seeded extends Provider {
    private static final long serialVersionUID = 1;

    Seeded() {
      super("Simulated", "1", "random numbers by the seed of a run");
      putService(
          new Service(this, "SecureRandom", "Simulated", SeededBits.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
              return new SeededBits();
            }
          });
    }
  }

  private static final class SeededBits extends SecureRandomSpi {
    private static final long serialVersionUID = 1;

    @Override
    protected void engineSetSeed(byte[] seed) {
      // The run has its seed.
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      Chance chance = secure;
      if (chance == null || !Thread.currentThread().isVirtual()) {
        try {
          SecureRandom.getInstance("NativePRNG").nextBytes(bytes);
        } catch (NoSuchAlgorithmException missing) {
          throw new IllegalStateException(missing);
        }
        return;
      }
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (chance.next() >>> 17);
      }
    }

    @Override
    protected byte[] engineGenerateSeed(int length) {
      byte[] bytes = new byte[length];
      engineNextBytes(bytes);
      return bytes;
    }
  }
}
