/**
 * Event loops as a concurrency model (a reactor; CAL paper, section 3.3): {@code reactive}, one
 * loop, {@code reactive-pool}, several, and {@code proactor}, over io_uring, under unaware blocking
 * code.
 *
 * <pre>
 * activity -&gt; virtual thread -&gt; turns on a loop's thread
 *                |   ^
 *    read finds  |   |  the selector finds the channel ready
 *    nothing     v   |
 *              parked, its socket registered with the loop
 * </pre>
 *
 * <p>Where a turn keeps its loop's thread for long, a spare thread serves the loop.
 *
 * <p>The rooms below {@code internal}, each of which knows the rooms beneath alone:
 *
 * <pre>
 * socket     what the server reads and writes
 * group      the loops of a model
 * relief     help for a loop that one turn keeps        step   activities without a thread
 * loop       one loop and its thread
 * buffer     bytes between the system and a reader
 * transport  selector, epoll, io_uring
 * jdk        internals of the JDK
 * </pre>
 */
package cal.reactive;
