/**
 * TCP in memory, beneath sockets, channels and selectors.
 *
 * <pre>
 *  Socket, ServerSocket --&gt; SimulatedSocket ------------.
 *  SocketChannel ---------&gt; SimulatedChannel ----------+--&gt; Endpoint --out--&gt; Link --in--&gt; Endpoint
 *  ServerSocketChannel ---&gt; SimulatedServerChannel ----'       '---&gt; Listening, a backlog
 *  Selector --------------&gt; SimulatedSelector --&gt; SimulatedKey --&gt; Endpoint.ready
 * </pre>
 */
package cal.simulation.internal.net;
