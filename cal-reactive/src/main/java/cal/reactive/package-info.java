/**
 * Event loops as a concurrency model (a reactor; CAL paper, section 3.3): {@code reactive}, one
 * loop, {@code reactive-pool}, several, and {@code proactor}, over io_uring, under blocking code
 * that does not know of them.
 *
 * <pre>
 * activity -&gt; virtual thread -&gt; turns on a loop's thread
 *                |   ^
 *    read finds  |   |  the selector finds the channel ready
 *    nothing     v   |
 *              parked, its socket registered with the loop
 * </pre>
 *
 * <p>Where one turn keeps its loop's thread for long, a spare thread serves the loop.
 */
package cal.reactive;
