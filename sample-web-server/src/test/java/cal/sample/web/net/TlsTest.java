package cal.sample.web.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Certificate;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TlsTest {
  @TempDir Path one;
  @TempDir Path other;

  @Test
  void shouldRefuseTheKeyOfAnotherCertificate() throws Exception {
    Certificate certificate = Certificate.in(one);
    Path key = Certificate.in(other).key();
    assertThat(new Tls(certificate.certificate(), certificate.key())).isNotNull();
    assertThatThrownBy(() -> new Tls(certificate.certificate(), key))
        .isInstanceOf(GeneralSecurityException.class)
        .hasMessageContaining("the key may be that of another certificate");
  }
}
