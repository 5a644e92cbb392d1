/**
 * TCP in memory.
 *
 * <pre>
 *  Socket --> SimulatedSocket --out--> Link --in--> SimulatedSocket &lt;-- ServerSocket
 *                  '-----------------> Listening, the backlog of a port
 * </pre>
 */
package cal.simulation.internal.net;
