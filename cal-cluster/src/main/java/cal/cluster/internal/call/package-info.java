/** Calls and their ends as bytes, and the objects of a node that are called. */
package cal.cluster.internal.call;
