package cal.agent.binding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.agent.path.ClassPath;
import cal.core.spi.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdoptionRequestTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          m..*      | it says which classes, and not what they start; write threads:m..*,
          acme.Main | it says which classes, and not what they start; write threads:acme.Main,
          tomcta    | there is no framework tomcta; did you mean tomcat?
          netty     | its threads are event loops, each of which waits for all of its connections
          vertx     | adopt the executors of your own classes, executors:com.acme..*
          httpserver | runs handlers on the executor that it is given; adopt the classes that make
          threads   | write KIND:PATTERN, such as threads:com.acme..*
          thread:m  | there is no kind thread; did you mean threads?
          threads=m | write threads:m
          threads:m..*, executors:m | write threads:m..*;executors:m, or --adopt once for each
          """)
  void shouldNameTheRemedyForAMistake(String request, String remedy) {
    ClassPath none = ClassPath.of("", Path.of("cal.jar"));

    assertThatThrownBy(() -> AdoptionRequest.of(List.of(request), none))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("cal.adopt=" + request + " is not allowed: ")
        .hasMessageContaining(remedy);
  }
}
