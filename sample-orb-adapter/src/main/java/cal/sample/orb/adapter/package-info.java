/**
 * Aspects that cut JacORB 3.9 into activities, with the source untouched.
 *
 * <pre>
 *  JacORB                                 here                      a stage
 *  ------                                 ----                      -------
 *  BasicAdapter.add_input --ConnectionSteps--&gt; Conversation.serve --&gt; connection: a message a step
 *                                                  |
 *  POA._invoke ------------RequestSteps-------&gt; Dispatch.run -------&gt; request: one shot each
 * </pre>
 *
 * The aspects name private members of JacORB, and are tied to the version.
 */
package cal.sample.orb.adapter;
