package adopted.ftp;

import java.io.IOException;
import java.io.OutputStream;
import org.mockftpserver.fake.FakeFtpServer;
import org.mockftpserver.fake.UserAccount;
import org.mockftpserver.fake.filesystem.DirectoryEntry;
import org.mockftpserver.fake.filesystem.FileEntry;
import org.mockftpserver.fake.filesystem.UnixFakeFileSystem;

/** A server of MockFtpServer with one file, which stops when standard input ends. */
final class Main {
  private Main() {}

  /** Tells which thread lists the folder. */
  private static final class FileSystem extends UnixFakeFileSystem {
    @Override
    public boolean exists(String path) {
      if (path.endsWith("who")) {
        System.out.println("served by " + Thread.currentThread());
      }
      return super.exists(path);
    }
  }

  public static void main(String[] args) throws IOException {
    FakeFtpServer server = new FakeFtpServer();
    server.setServerControlPort(0);
    server.addUserAccount(new UserAccount("user", "password", "/"));
    FileSystem files = new FileSystem();
    files.add(new DirectoryEntry("/"));
    files.add(new FileEntry("/greeting.txt", "hello"));
    server.setFileSystem(files);
    server.start();
    System.out.println("port " + server.getServerControlPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    server.stop();
    System.out.println("stopped, " + (server.isShutdown() ? "shut down" : "still up"));
  }
}
