/**
 * The load generator: many clients on few threads, every answer checked.
 *
 * <pre>
 *   LoadSession  -- rounds -->  LoadLoop (a thread, a Selector)  -->  Player  -->  Client 0..n
 *        |                          |
 *        +-- LoadResult  &lt;-- Tally -+          Workload: requests and their right answers
 * </pre>
 *
 * <p>A closed loop: a client sends its next request when it has the answer to the last one, so the
 * load adapts to the server, and latencies do not tell how an open stream of requests would fare.
 */
package cal.bench.load;
