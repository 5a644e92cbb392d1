package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hazelcast's internal classes are used in one place, and are where that place expects them. */
class HazelcastInternalsTest {
  private static final Path CLASSES = Path.of("target/classes");
  private static final String INTERNAL = "com/hazelcast/(instance/impl|internal)/.*";

  @ParameterizedTest
  @CsvSource({
    "com.hazelcast.instance.impl.HazelcastInstanceFactory, newHazelcastInstance",
    "com.hazelcast.instance.impl.DefaultNodeContext, createNodeExtension",
    "com.hazelcast.instance.impl.DefaultNodeExtension, getSocketInterceptor",
    "com.hazelcast.internal.util.ConcurrencyUtil, setDefaultAsyncExecutor"
  })
  void shouldFindTheMethodThatIsInternal(String type, String method) throws Exception {
    assertThat(Arrays.stream(Class.forName(type).getMethods()).map(Method::getName))
        .as("%s.%s: Hazelcast has changed; see HazelcastInternals", type, method)
        .contains(method);
  }

  @Test
  void shouldUseThemInOnePlace() throws IOException {
    Set<String> users = new TreeSet<>();
    try (Stream<Path> files = Files.walk(CLASSES)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        if (usesInternals(file)) {
          users.add(file.getFileName().toString().replaceFirst("(\\$.*)?\\.class", ""));
        }
      }
    }
    assertThat(users).containsExactly("HazelcastInternals");
  }

  private static boolean usesInternals(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      for (PoolEntry entry : ClassFile.of().parse(in.readAllBytes()).constantPool()) {
        if (entry instanceof ClassEntry type && type.asInternalName().matches(INTERNAL)) {
          return true;
        }
      }
      return false;
    }
  }
}
