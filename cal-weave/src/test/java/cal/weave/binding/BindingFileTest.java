package cal.weave.binding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.WeaveException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file whose YAML is right, and whose shape is not. */
class BindingFileTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {stages: , accept: {spawn: boolean app.Server.accept()}} | 'accept' is a stage; indent it and its keys below stages:
          {stages: {accept: }} | stages.accept is empty where a mapping of names is wanted, such as spawn: or hand-off: before each signature
          {stages: {accept: boolean app.Server.accept()}} | such as spawn: or hand-off: before each signature
          {stages: [accept]} | stages is a list where a mapping of names is wanted, such as connection: with spawn: or hand-off: below
          {stages: {Accept: {spawn: boolean app.Server.accept()}}} | 'Accept' is no name of a stage; write small letters, digits and hyphens, such as accept
          {stages: {acceptHttp_v2: {spawn: void app.Server.accept()}}} | , such as accept-http-v2
          {stages: {2: {spawn: void app.Server.accept()}}} | '2' is no name of a stage; write small letters, digits and hyphens
          {stage: {accept: {spawn: boolean app.Server.accept()}}} | the file has no stage; did you mean stages?
          {settings: {cal: {max-in-flight: 10}}} | settings.cal is a mapping where a word is wanted; write each key in full, such as cal.max-in-flight: 1000
          [] | the file is a list where a mapping of names is wanted, such as stages:
          """)
  void shouldNameTheRemedyForAMistake(String file, String remedy) {
    assertThatThrownBy(() -> BindingFile.parse("cal.yaml", file))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith("cal.yaml: ")
        .hasMessageEndingWith(remedy);
  }
}
