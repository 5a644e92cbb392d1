package cal.simulation.internal.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentTest {
  @Test
  void shouldTakeTheUnnamedPackageWhereverItStands() {
    assertThat(Agent.prefixes("acme/,")).containsExactly("acme/", "");
    assertThat(Agent.prefixes(",acme/")).containsExactly("", "acme/");
  }
}
