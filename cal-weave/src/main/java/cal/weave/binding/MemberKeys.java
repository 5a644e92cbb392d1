package cal.weave.binding;

import cal.weave.support.WeaveException;
import java.util.Map;
import java.util.regex.Pattern;

/** The keys of a stage that name members of the server's types. Stateless. */
final class MemberKeys {
  /** {@code com.acme.Connection.session().in}. */
  private static final Pattern MEMBER =
      Pattern.compile("(?:[\\w$]+\\.)+[\\w$]+(?:\\(\\))?(?:\\.[\\w$]+(?:\\(\\))?)*");

  private static final Pattern VARIABLE =
      Pattern.compile("\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*");

  private MemberKeys() {}

  /**
   * Reads a method by its signature, whose result is given, where the stage has the key.
   *
   * @throws WeaveException if the text is no such method
   */
  static void method(
      String where,
      String key,
      String result,
      Map<String, Object> stage,
      Map<String, String> members,
      Nodes nodes) {
    if (stage.containsKey(key)) {
      String text = nodes.text(where + "." + key, stage.get(key));
      String path = text.replaceFirst("^" + result + "\\s+", "");
      if (path.equals(text) || !path.endsWith("()") || !MEMBER.matcher(path).matches()) {
        throw nodes.mistake(
            where
                + "."
                + key
                + ": '"
                + text
                + "' is no such method; write "
                + result
                + " TYPE.METHOD(), such as "
                + result
                + " com.acme.Connection."
                + (result.equals("int") ? "rank()" : "tooBusy()"));
      }
      members.put(key, path);
    }
  }

  /**
   * Reads a member of a type, or perhaps a variable of a loop.
   *
   * @throws WeaveException if the text is neither
   */
  static String member(String where, Object node, boolean maybeVariable, Nodes nodes) {
    String text = nodes.text(where, node);
    if (!(maybeVariable && VARIABLE.matcher(text).matches()) && !MEMBER.matcher(text).matches()) {
      throw nodes.mistake(
          where
              + ": '"
              + text
              + "' is no member; write TYPE.FIELD or TYPE.METHOD(), such as"
              + " com.acme.Connection.socket"
              + (maybeVariable ? ", or a variable of the loop" : ""));
    }
    return text;
  }
}
