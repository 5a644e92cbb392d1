package simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** A bean that writes a file when it is taken away. */
public final class Farewell extends StandardMBean implements FarewellMBean {
  static final Path FILE = Path.of("target", "farewell");

  private Farewell() throws JMException {
    super(FarewellMBean.class);
  }

  static void register() throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Farewell(), new ObjectName("simulated:type=Farewell"));
  }

  @Override
  public void postDeregister() {
    try {
      Files.createFile(FILE);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
