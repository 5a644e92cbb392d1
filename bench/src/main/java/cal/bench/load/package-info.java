/**
 * The load generator: many clients on few threads, every answer checked.
 *
 * <pre>
 *   LoadSession  -- rounds -->  LoadLoop (a thread, a Selector)  -->  Player  -->  Client 0..n
 *        |                          |      Pacer: when clients ask      |
 *        +-- LoadResult  &lt;-- Tally -+                                ConnectQueue, Connector
 *
 *   Workload: requests and their right answers
 * </pre>
 *
 * <p>By default a closed loop: a client sends its next request when it has the answer to the last
 * one, at once or after it has thought, so the load adapts to the server, and latencies do not tell
 * how an open stream of requests would fare. {@link cal.bench.load.Pace} says so; where requests
 * arrive at a rate, latencies count from when they were to be sent.
 */
package cal.bench.load;
