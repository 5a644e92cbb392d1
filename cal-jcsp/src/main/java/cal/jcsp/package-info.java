/**
 * Communicating sequential processes as a concurrency model and for synchronization (CAL paper,
 * section 3.3; C. A. R. Hoare, <i>Communicating Sequential Processes</i>, 1978), on JCSP.
 *
 * <pre>
 *   jcsp       stage -- start --&gt; process, one an activity
 *
 *   jcsp-pool  stage -- start --&gt; write            ,--&gt; worker process --.
 *                                   channel ------+---&gt; worker process --+-- the step returned true
 *                                   (Any2Any)      '--&gt; worker process --'          |
 *                                      ^                                            |
 *                                      '------------------- write ------------------'
 *
 *   csp        thread -- request --&gt; oracle process -- admission --&gt; thread, inside
 *                        (Any2One)        ^                              |
 *                                         '-- leaves, waits, signals ----'
 * </pre>
 *
 * The last is a policy of critical regions (section 3.5), for any model.
 */
package cal.jcsp;
