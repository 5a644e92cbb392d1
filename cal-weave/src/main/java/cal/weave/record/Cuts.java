package cal.weave.record;

import cal.weave.loop.LoopCut;
import cal.weave.loop.Loops;
import cal.weave.loop.Region;
import cal.weave.monitor.MonitorRegions;
import cal.weave.support.AspectNames;
import cal.weave.support.WeaveException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The class files of a server as its file of bindings wants them before the weaving: loops are cut
 * into steps, and monitors become critical regions. The same for a build, an agent and a check. For
 * a single thread.
 */
public final class Cuts {
  private final Loops loops;
  private final MonitorRegions monitors;
  private final List<Region> regions = new ArrayList<>();

  /**
   * Changes nothing yet.
   *
   * @param declared the aspects of the file
   * @param policy of an aspect of regions, by its class name
   * @param loader of the server's classes
   */
  public Cuts(List<DeclaredAspect> declared, UnaryOperator<String> policy, ClassLoader loader) {
    List<LoopCut> cuts = new ArrayList<>();
    List<MonitorRegions.Entry> entries = new ArrayList<>();
    for (DeclaredAspect one : declared) {
      if (one.cutsLoop()) {
        cuts.add(cut(one));
      }
      if (one.isRegions()) {
        one.signatures().forEach(text -> regions.add(new Region(one.place(), text)));
      }
      if (one.hasMonitors()) {
        List<String> patterns =
            List.of(one.members().get(DeclaredAspect.MONITORS).split(DeclaredAspect.AND));
        entries.add(
            new MonitorRegions.Entry(one.place(), one.name(), patterns, policy.apply(one.name())));
      }
    }
    this.loops = new Loops(cuts, loader);
    this.monitors = new MonitorRegions(entries, loader);
  }

  private static LoopCut cut(DeclaredAspect one) {
    Map<String, String> members = one.members();
    String loop = members.get(DeclaredAspect.LOOP);
    LoopCut cut = LoopCut.of(one.name(), one.place(), loop, members.get(DeclaredAspect.STEP));
    String socket = variable(members.get(DeclaredAspect.AWAITS));
    String buffer = variable(members.get(DeclaredAspect.BUFFER));
    return socket == null && buffer == null ? cut : cut.awaiting(socket, buffer);
  }

  private static String variable(String member) {
    return DeclaredAspect.isVariable(member) ? member : null;
  }

  /**
   * The policy of an aspect of regions, as at a start: by the name of the regions, or in general.
   *
   * @param settings by their full keys
   */
  public static String policy(String aspect, Map<?, ?> settings) {
    Object general = settings.get("cal.synchronization");
    Object own = settings.get("cal.regions." + AspectNames.regions(aspect) + ".synchronization");
    return String.valueOf(own != null ? own : general != null ? general : "monitor");
  }

  public boolean isEmpty() {
    return loops.isEmpty() && monitors.isEmpty();
  }

  /**
   * Changes a class.
   *
   * @param name with dots or slashes
   * @return the class file; the same where nothing is changed
   * @throws WeaveException if a loop or a monitor of the class cannot be changed
   */
  public byte[] cut(String name, byte[] bytes) {
    return monitors.cut(name.replace('/', '.'), loops.cut(name, bytes));
  }

  /**
   * Makes sure that each entry means a class, and that no other code contradicts an entry.
   *
   * @param woven the class files to weave, before any change
   * @param all those of the server and its libraries
   * @throws WeaveException naming the first mistake
   */
  public void require(Collection<byte[]> woven, Supplier<Collection<byte[]>> all) {
    loops.require(woven, regions);
    if (!monitors.isEmpty()) {
      monitors.require(all.get());
    }
  }

  /**
   * Makes sure that no region of an aspect is around a loop.
   *
   * @param record the lines of the weaving
   * @throws WeaveException naming such a region
   */
  public void requireNoRegion(List<String> record) {
    loops.requireNoRegion(record);
  }

  /** The lines of the record. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(loops.lines());
    lines.addAll(monitors.lines());
    return lines;
  }
}
