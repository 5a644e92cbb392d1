package cal.weave.record;

import cal.weave.code.Hierarchy;
import cal.weave.support.Nearest;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A field, or a method without parameters, of a type, and further members behind: {@code
 * com.acme.Connection.session().in}. Found in class files. Immutable.
 *
 * @param type with dots; nested ones after a dollar
 * @param members names; methods end in parentheses
 * @param isStatic whether the first member is: of any object
 * @param result the descriptor of the last member
 */
record MemberPath(String type, List<String> members, boolean isStatic, String result) {

  /**
   * Finds the members.
   *
   * @param place of the text, for people
   * @param procedures whether the last member may be a method without a result
   * @throws WeaveException naming the missing member, and the nearest
   */
  static MemberPath find(String place, String text, LibraryAspects classes, boolean procedures) {
    try {
      String[] words = text.split("\\.");
      int type = typeIn(words, classes);
      if (type < 0 || type + 1 == words.length) {
        throw new WeaveException(
            place
                + " names "
                + text
                + ", and no class of the class path is there; write TYPE.FIELD or TYPE.METHOD(),"
                + " such as com.acme.Connection.socket");
      }
      String owner = typeName(words, type, classes).replace('/', '.');
      List<String> members = Arrays.asList(words).subList(type + 1, words.length);
      Found at = new Found("L" + owner.replace('.', '/') + ";", false);
      boolean isStatic = false;
      for (int i = 0; i < members.size(); i++) {
        boolean any = procedures && i == members.size() - 1;
        at = next(place, text, at.type, members.get(i), classes, any);
        isStatic = i == 0 ? at.isStatic : isStatic;
      }
      return new MemberPath(owner, members, isStatic, at.type);
    } catch (IOException unreadable) {
      throw new WeaveException(
          place + " names " + text + ", which cannot be read: " + unreadable.getMessage(),
          unreadable);
    }
  }

  /** A member, with the descriptor of its type. */
  private record Found(String type, boolean isStatic) {}

  /** The type of a name, nested or not; null for none. */
  static String typeOf(String text, LibraryAspects classes) {
    try {
      String[] words = text.split("\\.");
      String name = typeName(words, words.length - 1, classes);
      return name == null ? null : name.replace('/', '.');
    } catch (IOException unreadable) {
      return null;
    }
  }

  /** The last word of the name of a type; -1 for none. */
  private static int typeIn(String[] words, LibraryAspects classes) throws IOException {
    int found = -1;
    for (int last = 0; last < words.length; last++) {
      if (typeName(words, last, classes) != null) {
        found = last;
      } else if (found >= 0) {
        break;
      }
    }
    return found;
  }

  /** The type named by the first words, nested or not; null for none. */
  private static String typeName(String[] words, int last, LibraryAspects classes)
      throws IOException {
    String name = String.join("/", Arrays.asList(words).subList(0, last + 1));
    if (name.contains("(")) {
      return null;
    }
    for (int slash = name.length(); slash > 0; slash = name.lastIndexOf('/')) {
      if (slash < name.length()) {
        name = name.substring(0, slash) + "$" + name.substring(slash + 1);
      }
      if (classes.load(name) != null) {
        return name;
      }
    }
    return null;
  }

  private static Found next(
      String place,
      String text,
      String owner,
      String member,
      LibraryAspects classes,
      boolean procedures)
      throws IOException {
    Map<String, Found> there = new LinkedHashMap<>();
    if (owner.startsWith("L")) {
      collect(owner.substring(1, owner.length() - 1), there, classes);
      there.values().removeIf(one -> !procedures && one.type.equals("V"));
    }
    Found found = there.get(member);
    if (found == null) {
      throw new WeaveException(
          place
              + " names "
              + text
              + ", and "
              + nameOf(owner)
              + " has no "
              + (member.endsWith(")") ? "method " : "field ")
              + member
              + "; the nearest there is "
              + Nearest.to(member, there.keySet()));
    }
    return found;
  }

  /** The fields and methods without parameters of a type, and of the types above. */
  private static void collect(String type, Map<String, Found> into, LibraryAspects classes)
      throws IOException {
    ClassModel model = classes.load(type);
    if (model == null) {
      return;
    }
    for (FieldModel field : model.fields()) {
      boolean isStatic = field.flags().has(AccessFlag.STATIC);
      into.putIfAbsent(
          field.fieldName().stringValue(), new Found(field.fieldType().stringValue(), isStatic));
    }
    for (MethodModel method : model.methods()) {
      String descriptor = method.methodType().stringValue();
      if (descriptor.startsWith("()")) {
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        into.putIfAbsent(
            method.methodName().stringValue() + "()", new Found(descriptor.substring(2), isStatic));
      }
    }
    List<String> above =
        model.interfaces().stream().map(ClassEntry::asInternalName).collect(Collectors.toList());
    model.superclass().ifPresent(parent -> above.add(parent.asInternalName()));
    for (String parent : above) {
      collect(parent, into, classes);
    }
  }

  /** The type and the members, as {@code com.acme.Connection#session().in}. */
  @Override
  public String toString() {
    return type + "#" + String.join(".", members);
  }

  /** Whether the result is of some types, or below, as far as class files tell. */
  boolean isA(List<String> types, Hierarchy hierarchy) {
    return result.startsWith("L") && hierarchy.may(nameOf(result), types::contains);
  }

  /** Whether the result is an object that may tell what input is left. */
  boolean mayTell(Hierarchy hierarchy) {
    return result.startsWith("L") && hierarchy.mayTell(nameOf(result));
  }

  /** The type of the result, for people. */
  String resultName() {
    return nameOf(result);
  }

  private static String nameOf(String descriptor) {
    return Member.nameOf(java.lang.constant.ClassDesc.ofDescriptor(descriptor));
  }
}
