package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.spi.ConfigurationException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The methods that the weaver's record lets a node call. */
class NodeMethodsTest {
  private static final ClassLoader LOADER = NodeMethodsTest.class.getClassLoader();

  /** The record names it, and not its method, which a super-type has. */
  interface Inheriting extends List<String> {}

  private static String named(NodeMethods methods, Method method) throws Exception {
    return methods
        .named(
            method.getDeclaringClass().getName(), method.getName(), NodeMethods.descriptor(method))
        .toString();
  }

  @Test
  void shouldKnowRecordedMethodsAndThoseThatTheirClassInherits() throws Exception {
    NodeMethods methods = new NodeMethods(LOADER);
    Method nested = Calls.Counter.class.getDeclaredMethod("count");
    assertThat(named(methods, nested)).isEqualTo(nested.toString());
    Method inherited = List.class.getDeclaredMethod("remove", Object.class);
    assertThat(named(methods, inherited)).isEqualTo(inherited.toString());
    assertThatThrownBy(() -> named(methods, Calls.class.getDeclaredMethod("secret", String.class)))
        .isInstanceOf(NoSuchMethodException.class)
        .hasMessage(
            "no binding that the node knows hands off"
                + " cal.cluster.Calls.secret(Ljava/lang/String;)V");
  }

  @Test
  void shouldRefuseANodeThatCouldMakeNoCall() throws Exception {
    assertThatCode(() -> node(LOADER).requireHandOffs()).doesNotThrowAnyException();
    try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
      assertThatThrownBy(() -> node(empty).requireHandOffs())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("no binding on the class path of this node hands a method off");
    }
  }

  private static Membership node(ClassLoader loader) {
    return new Membership(false, "127.0.0.1:0", List.of(), null, 1, "00000000", loader);
  }
}
