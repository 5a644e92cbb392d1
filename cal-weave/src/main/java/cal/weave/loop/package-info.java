/** Loops of a server's own procedures, cut into steps before the weaving. */
package cal.weave.loop;
