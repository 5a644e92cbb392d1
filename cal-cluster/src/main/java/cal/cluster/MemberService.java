package cal.cluster;

/**
 * A type of which each member has an object of its own: a call of it that is handed off does not
 * take its target along, but is made on the object of the node.
 *
 * <p>A binding says so, and the server's source does not change: {@code declare parents: Store
 * implements cal.cluster.MemberService}. Without AspectJ, the setting {@code
 * cluster.target=service} of a stage says the same of all its calls. A node makes the object when
 * it is first called, by the provider that {@link java.util.ServiceLoader} finds for the type, or
 * by its constructor without parameters. Calls come on several threads at a time.
 */
public interface MemberService {}
