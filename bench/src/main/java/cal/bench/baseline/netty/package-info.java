/** The same server on Netty. */
package cal.bench.baseline.netty;
