/**
 * The rewriting of classes, by {@code java.lang.classfile}.
 *
 * <pre>
 *  Agent, SeedLoader --> Rewriting --> JdkEntries (and NotSimulated), PointInsertion
 *             ^              '-------> StaticReset --> StaticState --> Purity
 *  Loaders ---'
 * </pre>
 */
package cal.simulation.internal.rewrite;
