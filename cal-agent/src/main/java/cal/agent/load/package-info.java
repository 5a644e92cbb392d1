/**
 * The agent: its start before {@code main}, and its reports.
 *
 * <pre>
 *  LoadTimeAgent --&gt; Inputs (has anything changed?) --&gt; weaving --&gt; main
 *       |
 *       '--&gt; Diagnosis, BuiltServer (./cal doctor)
 * </pre>
 *
 * <p>A mistake ends the process with one sentence, and with exit status 2.
 */
package cal.agent.load;
