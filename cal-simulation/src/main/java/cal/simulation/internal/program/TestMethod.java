package cal.simulation.internal.program;

/**
 * A test of JUnit.
 *
 * @param test the class of the test, by its binary name
 * @param method the method of the test
 * @param nothingLeft whether threads and connections that are left are a failure
 */
public record TestMethod(String test, String method, boolean nothingLeft) implements Body {
  @Override
  public Running of(ClassLoader loader, World world) {
    return new TestBody(this, loader, world);
  }
}
