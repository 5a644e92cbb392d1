package cal.weave.record;

import static cal.weave.record.DeclaredAspect.AWAITS;
import static cal.weave.record.DeclaredAspect.BUFFER;
import static cal.weave.record.DeclaredAspect.BUSY;
import static cal.weave.record.DeclaredAspect.CONTEXT;
import static cal.weave.record.DeclaredAspect.GUARD;
import static cal.weave.record.DeclaredAspect.KEY;
import static cal.weave.record.DeclaredAspect.LISTENS;
import static cal.weave.record.DeclaredAspect.LOOP;
import static cal.weave.record.DeclaredAspect.NONE;
import static cal.weave.record.DeclaredAspect.PRIORITY;
import static cal.weave.record.JoinPoint.Form.CANCEL;
import static cal.weave.record.JoinPoint.Form.INSTANTIATION;
import static cal.weave.record.JoinPoint.Form.SPAWN;

import cal.weave.code.Hierarchy;
import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Checks the members and types named by a file: they exist, have a possible type, and belong to the
 * captured objects. For a single thread.
 */
final class DeclaredMembers {
  private static final List<String> SOCKETS = List.of("java.net.Socket");

  /** Numbers without fraction, and truth. */
  private static final String COUNTS = "BCSIJZ";

  private final LibraryAspects.Binding binding;
  private final LibraryAspects classes;
  private final Hierarchy types;

  DeclaredMembers(LibraryAspects.Binding binding, LibraryAspects classes) {
    this.binding = binding;
    this.classes = classes;
    this.types = new Hierarchy(classes::load);
  }

  /**
   * The lines of the record, with members in terms of {@link MemberPath#toString}.
   *
   * @throws WeaveException if a named member is missing, of an impossible type, or never asked
   */
  List<String> lines() {
    if (!binding.place().isEmpty()) {
      requireStarts();
      requireContext();
    }
    List<String> lines = new ArrayList<>();
    if (has(AWAITS)) {
      lines.add("  awaits " + socket() + " " + buffer());
    }
    if (has(LISTENS)) {
      MemberPath member = find(LISTENS, path -> path.result().equals("Z"), "; name a boolean");
      lines.add("  listens " + spawned(LISTENS, member));
    }
    if (has(BUSY)) {
      lines.add("  busy " + spawned(BUSY, method(BUSY, "V", "; a refusal returns void")));
    }
    if (has(PRIORITY)) {
      lines.add("  priority " + spawned(PRIORITY, method(PRIORITY, "I", "; a rank is an int")));
    }
    if (has(LOOP)) {
      lines.add("  loop " + text(LOOP).replaceFirst("[^(]* ", "").replace(" ", ""));
    }
    if (has(GUARD)) {
      lines.add("  guard " + guard());
    }
    if (has(KEY)) {
      lines.add("  key " + text(KEY));
    }
    return lines;
  }

  /** The socket: a member, or a variable of a loop. */
  private String socket() {
    if (DeclaredAspect.isVariable(text(AWAITS))) {
      return text(AWAITS);
    }
    MemberPath member = find(AWAITS, path -> path.isA(SOCKETS, types), "; name a java.net.Socket");
    return spawned(AWAITS, member).toString();
  }

  /** The teller of input that is left: a member, a variable of a loop, or none. */
  private String buffer() {
    if (text(BUFFER).equals(NONE) || DeclaredAspect.isVariable(text(BUFFER))) {
      return text(BUFFER);
    }
    MemberPath member =
        find(
            BUFFER,
            path -> COUNTS.contains(path.result()) || path.mayTell(types),
            ", and does not tell what is left in it; name an InputStream, a Reader, a number or a"
                + " boolean");
    return spawned(BUFFER, member).toString();
  }

  private MemberPath method(String key, String result, String remedy) {
    return find(key, path -> path.result().equals(result), remedy);
  }

  private MemberPath guard() {
    MemberPath guard = find(GUARD, path -> path.result().length() > 1, "; name an object");
    if (guard.isStatic()) {
      return guard;
    }
    if (binding.pointcuts().containsKey(DeclaredAspect.CLASS_REGION)) {
      throw mistake(
          GUARD, ", which is of an object, and a static method has none; name a static member");
    }
    Set<String> owners = sites();
    if (!owners.stream().allMatch(one -> types.may(one, guard.type()::equals))) {
      throw mistake(
          GUARD,
          ", and the regions are of "
              + String.join(", ", owners)
              + "; name a member of each, or a static one");
    }
    return guard;
  }

  /** A member of another object than the spawned target would never be asked. */
  private MemberPath spawned(String key, MemberPath path) {
    Set<String> called = called();
    if (!areRelated(path.type(), called)) {
      throw mistake(
          key,
          ", and the stage spawns calls of "
              + String.join(", ", called)
              + "; name a member of that, or of a type that extends it");
    }
    return path;
  }

  /** A call of another object would start nothing. */
  private void requireStarts() {
    Set<String> made =
        all(
            member -> member.name().equals("new") ? member.owner() : member.result(),
            INSTANTIATION);
    for (String called : all(Member::owner, CANCEL)) {
      if (!made.isEmpty() && !areRelated(called, made)) {
        throw new WeaveException(
            place("cancel")
                + " captures calls of "
                + called
                + ", and the stage instantiates "
                + String.join(", ", made)
                + "; name a procedure of that");
      }
    }
  }

  private void requireContext() {
    if (has(CONTEXT)) {
      Set<String> owners = called();
      owners.addAll(sites());
      String type = MemberPath.typeOf(text(CONTEXT), classes);
      if (type == null || !areRelated(type, owners)) {
        throw mistake(
            CONTEXT,
            ", and the activities are calls by or of " + String.join(", ", owners) + "; name one");
      }
    }
  }

  private MemberPath find(String key, Predicate<MemberPath> fits, String remedy) {
    boolean procedures = key.equals(BUSY) || key.equals(PRIORITY);
    MemberPath path = MemberPath.find(place(key), text(key), classes, procedures);
    if (!fits.test(path)) {
      throw mistake(key, ", which is of type " + path.resultName() + remedy);
    }
    return path;
  }

  /** The types of the spawned objects. */
  private Set<String> called() {
    return all(Member::owner, SPAWN, CANCEL);
  }

  /** The classes with the captured join points. */
  private Set<String> sites() {
    return binding.matches().stream()
        .map(match -> match.point().type())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> all(Function<Member, String> of, JoinPoint.Form... forms) {
    return binding.matches().stream()
        .filter(match -> List.of(forms).contains(match.point().form()))
        .flatMap(match -> match.members().stream())
        .map(of)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether an object may be of a type and of one of the others. */
  private boolean areRelated(String type, Set<String> others) {
    return others.stream()
        .anyMatch(one -> types.may(one, type::equals) || types.may(type, one::equals));
  }

  private boolean has(String key) {
    return binding.members().containsKey(key);
  }

  private String text(String key) {
    return binding.members().get(key);
  }

  private String place(String key) {
    return binding.place() + "." + key;
  }

  private WeaveException mistake(String key, String complaint) {
    return new WeaveException(place(key) + " names " + text(key) + complaint);
  }
}
