/**
 * Servers of others, as they come from Maven Central, and clients that load them.
 *
 * <pre>
 *  AdoptedExperiment --> AdoptedServer --> a JVM: HttpHost | DatabaseHost | FtpHost (stock, adopted)
 *          |                                              ^
 *          '--> Crowd (clients in a closed loop) --> HttpClient | DatabaseClient | FtpClient
 * </pre>
 *
 * <p>The hosts run alone on a class path of their own: nothing of CAL is there.
 */
package cal.bench.adopted;
