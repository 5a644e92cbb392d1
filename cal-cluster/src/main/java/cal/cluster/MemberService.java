package cal.cluster;

/**
 * A type with an object of its own on each member: a handed-off call leaves its target behind, and
 * is made on the object of the node.
 *
 * <p>A binding says so, and the server's source does not change: {@code declare parents: Store
 * implements cal.cluster.MemberService}. Without AspectJ, the setting {@code
 * cluster.target=service} of a stage says the same of all calls of the stage. A node makes the
 * object at the first call, by a provider of {@link java.util.ServiceLoader} for the type, or by
 * the constructor without parameters. Calls come on several threads at a time.
 */
public interface MemberService {}
