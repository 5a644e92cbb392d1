/** Monitors of named classes, turned into critical regions in the class files. */
package cal.weave.monitor;
