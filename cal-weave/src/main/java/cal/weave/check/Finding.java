package cal.weave.check;

import cal.weave.code.CallSite;
import cal.weave.code.Procedure;
import java.util.Comparator;

/**
 * A place where a rule is broken. Ordered by rule, then by place.
 *
 * @param rule which
 * @param method {@code class.method}
 * @param line in its source file; 0 if unknown
 * @param about the subject of the sentence
 */
record Finding(Rule rule, String method, int line, String about) implements Comparable<Finding> {
  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::rule)
          .thenComparing(Finding::method)
          .thenComparingInt(Finding::line)
          .thenComparing(Finding::about);

  static Finding at(Rule rule, Procedure procedure, int instruction, String about) {
    return new Finding(rule, procedure.toString(), procedure.body().line(instruction), about);
  }

  static Finding at(Rule rule, CallSite site) {
    return at(rule, site.caller(), site.at(), site.callee().toString());
  }

  /** Whether another finding is of the same rule and line. */
  boolean isBeside(Finding other) {
    return rule == other.rule && line == other.line && method.equals(other.method);
  }

  @Override
  public int compareTo(Finding other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return method + ":" + line + " " + rule.number() + " " + rule.about(about);
  }
}
