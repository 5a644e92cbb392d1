package cal.weave.record;

import cal.weave.support.WeaveException;
import java.util.List;

/** Checks declared inputs: their members exist and can be awaited. Stateless. */
final class AwaitedInputs {
  private static final List<String> SOCKETS = List.of("java.net.Socket");
  private static final List<String> TELL = List.of("java.io.InputStream", "java.io.Reader");

  /** Numbers without fraction, and truth. */
  private static final String COUNTS = "BCSIJZ";

  private AwaitedInputs() {}

  /**
   * Finds the input declared by a binding.
   *
   * @return the same, in terms of {@link MemberPath#toString}
   * @throws WeaveException if a named member is missing, or of an impossible type
   */
  static AwaitedInput find(LibraryAspects.Binding binding, LibraryAspects classes) {
    AwaitedInput input = binding.awaits();
    Hierarchy types = new Hierarchy(classes);
    String place = binding.place() + ".awaits";
    MemberPath socket = MemberPath.find(place, input.socket(), classes);
    if (!socket.isA(SOCKETS, types)) {
      throw new WeaveException(
          place
              + " names "
              + input.socket()
              + ", which is of type "
              + socket.resultName()
              + "; name a java.net.Socket");
    }
    requireSpawned(place, input.socket(), socket, binding, types);
    String buffer =
        input
            .left()
            .map(text -> buffer(binding, text, classes, types).toString())
            .orElse(AwaitedInput.NONE);
    return new AwaitedInput(socket.toString(), buffer);
  }

  /**
   * Finds the member of a binding for clients that only listen.
   *
   * @return the same, in terms of {@link MemberPath#toString}
   * @throws WeaveException if the member is missing, or no boolean
   */
  static String listens(LibraryAspects.Binding binding, LibraryAspects classes) {
    String text = binding.listens();
    String place = binding.place() + ".listens";
    MemberPath member = MemberPath.find(place, text, classes);
    if (!member.result().equals("Z")) {
      throw new WeaveException(
          place
              + " names "
              + text
              + ", which is of type "
              + member.resultName()
              + "; name a boolean");
    }
    requireSpawned(place, text, member, binding, new Hierarchy(classes));
    return member.toString();
  }

  private static MemberPath buffer(
      LibraryAspects.Binding binding, String text, LibraryAspects classes, Hierarchy types) {
    String place = binding.place() + ".buffer";
    MemberPath buffer = MemberPath.find(place, text, classes);
    if (!COUNTS.contains(buffer.result()) && !buffer.isA(TELL, types)) {
      throw new WeaveException(
          place
              + " names "
              + text
              + ", which is of type "
              + buffer.resultName()
              + ", and does not tell what is left in it; name an InputStream, a Reader, a number or"
              + " a boolean");
    }
    requireSpawned(place, text, buffer, binding, types);
    return buffer;
  }

  /** A member of another object than the spawned target would never be asked. */
  private static void requireSpawned(
      String place, String text, MemberPath path, LibraryAspects.Binding binding, Hierarchy types) {
    List<String> spawned =
        binding.matches().stream()
            .filter(match -> match.point().form() == JoinPoint.Form.SPAWN)
            .map(match -> ownerOf(match.point().signature()))
            .distinct()
            .toList();
    if (spawned.stream()
        .noneMatch(
            one -> types.may(path.type(), one::equals) || types.may(one, path.type()::equals))) {
      throw new WeaveException(
          place
              + " names "
              + text
              + ", and the stage spawns calls of "
              + String.join(", ", spawned)
              + "; name a member of that, or of a type that extends it");
    }
  }

  /** {@code boolean com.acme.Connection.serve(int)} is of {@code com.acme.Connection}. */
  private static String ownerOf(String signature) {
    String method = signature.substring(0, signature.indexOf('('));
    String name = method.substring(method.lastIndexOf(' ') + 1);
    return name.substring(0, name.lastIndexOf('.'));
  }
}
