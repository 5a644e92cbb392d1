/**
 * Servers in processes of their own: how their JVMs are started, warmed up, held and ended, and
 * where the samples are that have a class path of their own.
 */
package cal.cli.server;
