/**
 * The web server over operations of a proactor (JAWS, the proactive server): {@link
 * cal.cli.proactive.ProactiveAcceptor} accepts, reads and sends files without a wait, and the
 * sample's pipeline, parser and caches answer.
 *
 * <pre>
 *   accept --&gt; ProactiveConnection: read --&gt; HttpConnection.answer --&gt; write, or transmit a file
 *                                     ^-------- a part of a request, or all are answered ----'
 * </pre>
 */
package cal.cli.proactive;
