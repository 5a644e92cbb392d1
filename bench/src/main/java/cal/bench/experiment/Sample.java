package cal.bench.experiment;

import java.util.Map;

/**
 * The figures of one server in one slot: from many of them, figures can be computed again.
 * Immutable.
 *
 * @param server its name
 * @param again whether it is the baseline a second time
 * @param jvm which JVM of it, from 1
 * @param round of that JVM, from 1
 * @param figures by their names, in an order that is the same for all; null where unknown
 */
public record Sample(
    String server, boolean again, int jvm, int round, Map<String, Double> figures) {}
