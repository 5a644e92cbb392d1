package cal.weave.record;

import java.util.List;

/**
 * A join point matched by an aspect. Immutable.
 *
 * @param point as recorded
 * @param members the possible members there; none if the class file does not tell
 */
record Match(JoinPoint point, List<Member> members) {}
