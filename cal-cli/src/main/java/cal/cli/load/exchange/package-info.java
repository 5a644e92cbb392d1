/** Requests of each protocol, and their only right answers. No request is sent here. */
package cal.cli.load.exchange;
