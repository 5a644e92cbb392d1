package cal.weave.code;

import java.util.List;

/**
 * A method, by name.
 *
 * @param owner the internal name of the class of the lookup
 * @param name the method's name
 * @param descriptor the method's descriptor
 */
public record MethodName(String owner, String name, String descriptor) {
  public boolean isOf(String type, String... names) {
    return owner.equals(type) && List.of(names).contains(name);
  }

  @Override
  public String toString() {
    return owner.replace('/', '.').replace('$', '.') + "." + name;
  }
}
