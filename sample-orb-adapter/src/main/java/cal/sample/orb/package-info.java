/**
 * The services of the upload sample as objects of an ORB: servants, a server and a client, innocent
 * of threads. JacORB runs them as it always did, or, woven, as CAL does under any model.
 */
package cal.sample.orb;
