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
 * <p>By default a closed loop: a client sends the next request after the last answer, at once or
 * after a think time. So the load adapts to the server, and latencies do not tell the fate of an
 * open stream of requests. In an open loop of {@link cal.cli.load.Pace} latencies count from the
 * intended times.
 */
package cal.cli.load;
