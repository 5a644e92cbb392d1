/**
 * The code of class files: methods, the flow of instructions, and the origins of operands.
 *
 * <pre>
 *  Program (classes, hierarchy) --&gt; Procedure --&gt; Body (flow) --&gt; Values (StackMachine, Frame)
 *                                       |
 *                                       '--&gt; CallSite, as its author wrote the call (Unweaving)
 * </pre>
 */
package cal.weave.code;
