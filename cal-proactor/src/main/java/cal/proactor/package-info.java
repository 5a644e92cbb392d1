/**
 * Asynchronous operations of sockets and files over pluggable providers: the engine of a proactor
 * (the ACE POSIX Proactor; sections are the paper's).
 *
 * <pre>
 *  any thread            one leader                     threads of handleEvents
 *  ----------            ----------                     -----------------------
 *  Proactor.start  --&gt;   AioProcessor  --start,--&gt;  AioDevice: io_uring, select or aio
 *  AioHandle.close --&gt;   (deferred,      cancel,        |
 *  Proactor.cancel --&gt;    in flight)     await  &lt;-------'
 *                            | ended
 *  an event ----------&gt;  AioDispatcher  --------------&gt; handler of the AioOperation
 *  a timer  ----------&gt;  AioTimers -----^
 * </pre>
 *
 * <p>A provider implements {@link cal.proactor.AioProvider} and {@link cal.proactor.AioDevice}.
 */
package cal.proactor;
