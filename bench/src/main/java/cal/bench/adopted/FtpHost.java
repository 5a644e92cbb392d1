package cal.bench.adopted;

import org.mockftpserver.fake.FakeFtpServer;
import org.mockftpserver.fake.UserAccount;
import org.mockftpserver.fake.filesystem.DirectoryEntry;
import org.mockftpserver.fake.filesystem.FileSystem;
import org.mockftpserver.fake.filesystem.UnixFakeFileSystem;

/** MockFtpServer with an empty folder. */
final class FtpHost {
  private FtpHost() {}

  public static void main(String[] arguments) {
    FakeFtpServer server = new FakeFtpServer();
    server.setServerControlPort(0);
    server.addUserAccount(new UserAccount("user", "password", "/"));
    FileSystem files = new UnixFakeFileSystem();
    files.add(new DirectoryEntry("/"));
    server.setFileSystem(files);
    server.start();
    System.out.println("listening on 127.0.0.1:" + server.getServerControlPort());
  }
}
