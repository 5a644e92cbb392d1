package cal.weave.record;

import java.util.List;

/**
 * A join point that an aspect has matched. Immutable.
 *
 * @param point as it is recorded
 * @param members those that may be meant there; none where the class file does not tell
 */
record Match(JoinPoint point, List<Member> members) {}
