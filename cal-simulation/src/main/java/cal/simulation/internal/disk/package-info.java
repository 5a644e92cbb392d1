/**
 * Files in memory, above the real files, beneath {@code java.io} and {@code java.nio.file}.
 *
 * <pre>
 *  Path calls -------&gt; NioCalls ------.
 *  FileChannel ------&gt; ChannelCalls --+--&gt; Posix --&gt; Tree --&gt; Node --&gt; Content
 *  File, streams ----&gt; StreamCalls ---'      |          '--&gt; RealFiles, read alone
 *                                            '--&gt; Journal, of names
 * </pre>
 *
 * A file that the run has changed is here; all others are read from the real system. A crash keeps
 * what was synced, and of the rest some by chance: a beginning of the changes of names ({@code
 * Journal}), and sectors of bytes ({@code Content}).
 */
package cal.simulation.internal.disk;
