package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import cal.simulation.Shared;
import cal.simulation.Simulated;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The seed alone chooses: each run of a seed takes the same chances. */
final class ChancesTest {
  @Simulated(seeds = 1)
  void shouldBeTheSameInEachRun() throws GeneralSecurityException {
    List<Object> taken = new ArrayList<>();
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    Collections.shuffle(list);
    taken.addAll(list);
    taken.add(Math.random());
    taken.add(new Random().nextLong());
    taken.add(new SplittableRandom().nextLong());
    taken.add(ThreadLocalRandom.current().nextLong());
    taken.add(UUID.randomUUID());
    taken.add(RandomGenerator.getDefault().nextLong());
    RandomGeneratorFactory.all()
        .map(RandomGeneratorFactory::name)
        .filter(name -> !name.equals("SecureRandom"))
        .sorted()
        .forEach(name -> taken.add(RandomGenerator.of(name).nextLong()));
    for (String name : List.of("NativePRNG", "SHA1PRNG", "DRBG")) {
      byte[] bytes = new byte[8];
      SecureRandom.getInstance(name).nextBytes(bytes);
      taken.add(Arrays.toString(bytes));
    }
    Object first = Shared.FIRST.computeIfAbsent("chances", name -> List.copyOf(taken));
    assertEquals(first, taken);
  }
}
