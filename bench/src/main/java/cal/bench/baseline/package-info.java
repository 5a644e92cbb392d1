/**
 * The sample server with its concurrency written by hand: what the woven server is measured
 * against. They use nothing of CAL.
 *
 * <pre>
 *   HandWritten -+- BlockingServer: Twin -- the server's own classes, unwoven, model by model;
 *                |                          CountingStore, LockedFrameArrays, LockedStatistics
 *                +- NioServer: NioLoop 1..n -- NioUpload, NioFactor ------+- Frames, FactorLines,
 *                +- NettyServer: event loop 1..n -- NettyUpload, NettyFactor -+  CountingStore
 * </pre>
 *
 * <p>The last two parse the protocols themselves and answer byte for byte as the sample does, but
 * for {@code STATS}: they count what they store, and not by client.
 */
package cal.bench.baseline;
