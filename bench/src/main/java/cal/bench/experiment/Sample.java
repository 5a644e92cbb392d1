package cal.bench.experiment;

import java.util.Map;

/**
 * The figures of a server in a slot: from many samples, figures can be computed again. Immutable.
 *
 * @param server the name
 * @param again whether the baseline is measured a second time
 * @param jvm the number of the server's JVM, from 1
 * @param round of the JVM, from 1
 * @param figures by name, in the same order for all; null where unknown
 */
public record Sample(
    String server, boolean again, int jvm, int round, Map<String, Double> figures) {}
