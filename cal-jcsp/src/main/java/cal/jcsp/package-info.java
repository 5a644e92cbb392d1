/**
 * Communicating sequential processes as a concurrency model (CAL paper, section 3.3; C. A. R.
 * Hoare, <i>Communicating Sequential Processes</i>, 1978), on JCSP.
 *
 * <pre>
 *   jcsp       stage -- start --&gt; process, one an activity
 *
 *   jcsp-pool  stage -- start --&gt; write            ,--&gt; worker process --.
 *                                   channel ------+---&gt; worker process --+-- the step returned true
 *                                   (Any2Any)      '--&gt; worker process --'          |
 *                                      ^                                            |
 *                                      '------------------- write ------------------'
 * </pre>
 */
package cal.jcsp;
