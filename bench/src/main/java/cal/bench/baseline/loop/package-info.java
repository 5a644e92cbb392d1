/** Event loops by hand: a reactor over the JDK's selector, or over an epoll. */
package cal.bench.baseline.loop;
