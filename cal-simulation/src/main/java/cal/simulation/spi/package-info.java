/** The choice of the thread that runs next, for own strategies. */
package cal.simulation.spi;
