/**
 * Hand-offs that run on other machines, by Hazelcast: the model {@code cluster}.
 *
 * <pre>
 *   the server: a lite member                        a node: a member, the same artifact
 *   -------------------------                        -----------------------------------
 *   ClusterScheduler.start                           Node: joins, compares artifacts
 *     '-- RemoteAnswer: on a virtual thread
 *           Parcel: target, arguments -- RemoteCall --&gt; the method, by reflection
 *           Delivery: to one member        &lt;-- RemoteResult -- what it returned or threw
 * </pre>
 *
 * Only hand-offs travel. Spawned activities own sockets, and stay in their process.
 */
package cal.cluster;
