package cal.simulation.internal.jdk;

import cal.simulation.spi.Chance;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The JDK's own sources of chance, set by the seed: {@code Random}, {@code ThreadLocalRandom},
 * {@code SplittableRandom}, {@code Math.random}, {@code SecureRandom}, the order of {@code Set.of},
 * and the numbers in names of pools.
 */
public final class Chances {
  private static final List<String> GENERATORS =
      List.of(
          "L128X1024MixRandom",
          "L128X128MixRandom",
          "L128X256MixRandom",
          "L32X64MixRandom",
          "L64X1024MixRandom",
          "L64X128MixRandom",
          "L64X128StarStarRandom",
          "L64X256MixRandom",
          "Xoroshiro128PlusPlus");

  /** The names by which programs ask for secure numbers. */
  private static final List<String> SECURE =
      List.of(
          "Simulated",
          "NativePRNG",
          "NativePRNGNonBlocking",
          "NativePRNGBlocking",
          "DRBG",
          "SHA1PRNG");

  private static final VarHandle SEED;
  private static final VarHandle PROBE;
  private static final VarHandle SECONDARY;
  private static final Random MATH;

  /** Of generators and threads: the seed of the next. */
  private static final List<AtomicLong> SEEDS = new ArrayList<>();

  /** Of {@code Collections.shuffle}. */
  private static final VarHandle SHUFFLE;

  /** The number in the name of the next pool of threads. */
  private static final AtomicInteger POOLS;

  /** For threads outside of runs. */
  private static volatile SecureRandom real;

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
      SHUFFLE =
          Internals.in(Collections.class).findStaticVarHandle(Collections.class, "r", Random.class);
      SEEDS.add(get("java.util.Random", "seedUniquifier", AtomicLong.class));
      SEEDS.add(get("java.util.concurrent.ThreadLocalRandom", "seeder", AtomicLong.class));
      SEEDS.add(get("java.util.SplittableRandom", "defaultGen", AtomicLong.class));
      SEEDS.add(get("jdk.internal.random.Xoshiro256PlusPlus", "DEFAULT_GEN", AtomicLong.class));
      for (String generator : GENERATORS) {
        SEEDS.add(get("jdk.internal.random." + generator, "defaultGen", AtomicLong.class));
      }
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
    real = new SecureRandom();
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
    SEEDS.forEach(one -> one.set(seed));
    SHUFFLE.set((Random) null);
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
      for (String name : SECURE) {
        putService(
            new Service(this, "SecureRandom", name, SeededBits.class.getName(), null, null) {
              @Override
              public Object newInstance(Object parameter) {
                return new SeededBits();
              }
            });
      }
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
        real.nextBytes(bytes);
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
