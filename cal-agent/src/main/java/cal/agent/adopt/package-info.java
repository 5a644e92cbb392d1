/**
 * Takes over a server's own threads, in the classes of a scope:
 *
 * <pre>
 * new Thread(work) ---> ServerThreads --born----> OwnThread: a thread of the model, unstarted;
 * factory.newThread()                             currentThread() == t, nothing to keep up
 *
 * t.start() ----------> ServerThreads --stands in--> StandIn: t is never started, its run() is an
 * (a sub-class, a pool)                           activity on a worker; calls on t are answered for it
 * </pre>
 *
 * The aspects are abstract: the agent sets their scope. They advise, {@code ServerThreads} decides.
 */
package cal.agent.adopt;
