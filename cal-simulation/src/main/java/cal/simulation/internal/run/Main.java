package cal.simulation.internal.run;

import cal.simulation.internal.jdk.Chances;
import cal.simulation.internal.net.Network;
import cal.simulation.internal.rewrite.Agent;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The program of a simulated process. */
public final class Main {
  private Main() {}

  /**
   * Runs all seeds.
   *
   * @param arguments the file of the order, and the file for the verdict
   */
  public static void main(String[] arguments) throws Exception {
    Order order = Order.read(Path.of(arguments[0]));
    Path file = Path.of(arguments[1]);
    Said said = new Said();
    Chances.install();
    Network.install();
    Trial.pass();
    PrintStream real = System.err;
    PrintStream kept = new PrintStream(said, true, StandardCharsets.UTF_8);
    System.setOut(kept);
    System.setErr(kept);
    System.setIn(new SilentInput());
    Seeds seeds = new Seeds(order, Agent.rewriting(), said);
    new Watchdog(order, seeds, file).start();
    try {
      seeds.all().write(file);
    } catch (Throwable failure) {
      failure.printStackTrace(real);
      Runtime.getRuntime().halt(1);
    }
    Runtime.getRuntime().halt(0); // the hooks of the process belong to no run
  }
}
