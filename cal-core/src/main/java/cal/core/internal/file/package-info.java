/**
 * The layer under the files of woven code: the aspect that is always woven, and the streams that it
 * makes in place of the JDK's.
 *
 * <p>It sees {@code start}, {@code engine} and {@code stage}. A {@link cal.core.spi.FileProvider}
 * of the model says how a call is carried out.
 */
package cal.core.internal.file;
