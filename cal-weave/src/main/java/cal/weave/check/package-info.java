/**
 * A static check of whether a server is concurrency-aware (CAL paper, section 3.1), by its classes.
 *
 * <pre>
 *  PATH... --&gt; Artifacts --&gt; Program (classes, hierarchy)      Captured (record or patterns)
 *                               |                                  |
 *                               v                                  v
 *             Procedure --&gt; Body (flow) --&gt; Values       CallContexts (what runs where)
 *                               |              |                   |
 *                               '---------- rules 1 to 6 ----------'
 *                                              |
 *                                              v
 *                                        Finding, Report
 * </pre>
 *
 * <p>A {@code Body} says which instruction may follow which, {@code Values} where the operands of
 * an instruction come from. {@code CallContexts} follows calls by class hierarchy. {@code
 * Unweaving} sees through code added by ajc, so woven classes look as in their source.
 */
package cal.weave.check;
