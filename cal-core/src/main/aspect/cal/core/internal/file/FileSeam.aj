package cal.core.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Has a {@link cal.core.spi.FileProvider} carry out the calls of woven code that wait for a file,
 * where a model offers one; otherwise they are the JDK's, as if unwoven.
 *
 * <p>Woven into every server. A stream is replaced where it is made, so that readers of the JDK
 * above it have it as well; a channel's calls are redirected where they stand. Sub-classes, streams
 * of descriptors, and what is no regular file stay the JDK's, as does each stream that code makes
 * which is not woven. Advice that ajc inlines fails to compile here, so each has its closure.
 */
aspect FileSeam {
  private pointcut made():
      call(java.io.FileInputStream.new(..)) || call(java.io.FileOutputStream.new(..))
          || call(java.io.RandomAccessFile.new(..)) || call(java.io.FileReader.new(..))
          || call(java.io.FileWriter.new(..));

  private pointcut path():
      call(java.io.InputStream java.nio.file.Files.newInputStream(..))
          || call(java.io.OutputStream java.nio.file.Files.newOutputStream(..));

  private pointcut synced():
      call(void java.io.FileDescriptor.sync()) || call(void FileChannel+.force(boolean));

  private pointcut moved():
      call(* FileChannel+.read(..)) || call(* FileChannel+.write(..))
          || call(* FileChannel+.transferFrom(..)) || call(* FileChannel+.truncate(long));

  /** The whole of a file, and names: each may wait for a device. */
  private pointcut named():
      call(* java.nio.file.Files.readAll*(..)) || call(* java.nio.file.Files.readString(..))
          || call(* java.nio.file.Files.write(java.nio.file.Path, byte[], ..))
          || call(* java.nio.file.Files.writeString(..))
          || call(* java.nio.file.Files.copy(java.nio.file.Path, java.nio.file.Path, ..))
          || call(* java.nio.file.Files.move(..)) || call(* java.nio.file.Files.delete*(..))
          || call(* java.nio.file.Files.create*(..)) || call(* java.io.File.renameTo(..))
          || call(* java.io.File.delete()) || call(* java.io.File.mkdir*());

  private pointcut provided(): !within(cal.core..*) && if(FileCall.isProvided());

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): made() && !within(cal.core..*) {
    return new FileCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.open();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around() throws IOException: path() && !within(cal.core..*) {
    return new FileCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.openPath();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): (synced() || moved() || named()) && provided() {
    return new FileCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.made();
  }
}
