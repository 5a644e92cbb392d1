/**
 * The classes that the JDK's own rewritten code calls; they lie on the bootstrap class path.
 *
 * <pre>
 *  rewritten class --> Seam --> Hooks (a run of internal.schedule), or the JDK itself
 * </pre>
 */
package cal.simulation.seam;
