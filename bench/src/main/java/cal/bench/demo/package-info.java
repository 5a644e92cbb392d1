/** The command {@code demo}: one server in many ways, in turns, in two minutes. */
package cal.bench.demo;
