/** The calls captured by CAL, as a record, a file or patterns say, and the methods behind them. */
package cal.weave.calls;
