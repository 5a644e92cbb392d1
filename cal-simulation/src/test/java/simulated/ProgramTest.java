package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import cal.simulation.Simulated;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** A test finds its methods as with JUnit, and the classes of the JDK as in any process. */
final class ProgramTest extends PreparedContract {
  @Override
  @BeforeEach
  void prepare() {
    prepared += 10;
  }

  /** The JDK has packages outside of {@code java} and {@code javax}. */
  @Simulated(seeds = 2)
  void shouldShareAllClassesOfTheJdk() throws Exception {
    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader("<root/>")));
    assertEquals("root", parsed.getDocumentElement().getTagName());
  }
}
