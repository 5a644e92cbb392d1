/**
 * Web servers that CAL's is measured beside, in JVMs of their own, each as its documents advise for
 * static files.
 *
 * <pre>
 *   WebPeer (a process)  --&gt;  JettyFiles | JdkFiles | NettyFiles
 * </pre>
 */
package cal.bench.web;
