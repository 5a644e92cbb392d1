/**
 * The services of the upload sample as objects of an ORB: servants, a server and a client, innocent
 * of threads. JacORB runs the objects as ever, or, woven, under any model of CAL.
 */
package cal.sample.orb;
