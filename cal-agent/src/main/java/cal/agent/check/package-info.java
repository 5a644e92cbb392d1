/**
 * A static check of whether a server is concurrency-aware (CAL paper, section 3.1), by its classes.
 *
 * <pre>
 *  PATH... --> Artifacts --> Program (classes, hierarchy)      Captured (record or patterns)
 *                               |                                  |
 *                               v                                  v
 *             Procedure --> Body (flow) --> Values       Reach (what runs in which context)
 *                               |              |                   |
 *                               '---------- rules 1 to 4 ----------'
 *                                              |
 *                                              v
 *                                        Finding, Report
 * </pre>
 *
 * <p>A {@code Body} says which instruction may follow which, {@code Values} where the operands of
 * an instruction come from. {@code Reach} follows calls by class hierarchy. What ajc has woven is
 * read through by {@code Weaving}, so that woven classes look as their author wrote them.
 */
package cal.agent.check;
