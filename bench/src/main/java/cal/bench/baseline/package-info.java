/**
 * The sample server with its concurrency written by hand, model by model: what the woven server is
 * measured against. They use the server's own classes, unwoven, and nothing of CAL.
 */
package cal.bench.baseline;
