package cal.jcsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The jar names the licence of JCSP. */
class NoticeTest {
  @Test
  void shouldNameTheLicenceOfJcsp() throws Exception {
    Path classes =
        Path.of(JcspModel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assertThat(classes.resolve("META-INF/LICENSE")).content().contains("Apache License");
    assertThat(Files.readString(classes.resolve("META-INF/NOTICE")))
        .contains("JCSP")
        .contains("GNU Lesser General Public License 2.1");
  }
}
