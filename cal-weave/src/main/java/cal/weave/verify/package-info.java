/**
 * A search for deadlocks of a server's stages, guards and waits under its settings.
 *
 * <pre>
 *  VerifyCommand --&gt; Verification --&gt; Model --&gt; Search (breadth first, of States)
 *                         |             |            '--&gt; Trace, Deadlock
 *                         |             '-----&gt; Promela
 *                         '--&gt; Omissions
 * </pre>
 */
package cal.weave.verify;
