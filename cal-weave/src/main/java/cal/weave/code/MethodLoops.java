package cal.weave.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The loops of a method, by its flow without exceptions: strongly connected components, and inside
 * each, without its first instruction, again. (R. Tarjan, Depth-first search and linear graph
 * algorithms, 1972; B. Steensgaard, Sequentializing program dependence graphs, 1993.)
 */
public final class MethodLoops {
  private final Body body;
  private final List<BitSet> outermost = new ArrayList<>();
  private final List<BitSet> loops = new ArrayList<>();

  public MethodLoops(Body body) {
    this.body = body;
    BitSet all = new BitSet();
    all.set(0, body.size());
    outermost.addAll(new Components(all).found);
    ArrayDeque<BitSet> open = new ArrayDeque<>(outermost);
    while (!open.isEmpty()) {
      BitSet loop = open.pop();
      loops.add(loop);
      BitSet inner = (BitSet) loop.clone();
      inner.clear(header(loop));
      open.addAll(new Components(inner).found);
    }
  }

  /** The outermost loops. */
  public List<BitSet> outermost() {
    return outermost;
  }

  /** The loops around an instruction, the innermost first. */
  public List<BitSet> around(int at) {
    return loops.stream()
        .filter(loop -> loop.get(at))
        .sorted(Comparator.comparingInt(BitSet::cardinality))
        .toList();
  }

  /** The instruction by which a loop is entered. */
  private int header(BitSet loop) {
    for (int i = 0; i < body.size(); i++) {
      if (!loop.get(i)) {
        for (int following : body.next(i)) {
          if (loop.get(following)) {
            return following;
          }
        }
      }
    }
    return loop.nextSetBit(0);
  }

  /** The cycles among some instructions, found without recursion: methods may be long. */
  private final class Components {
    private final BitSet nodes;
    private final int[] number = new int[body.size()];
    private final int[] low = new int[body.size()];
    private final ArrayDeque<Integer> stack = new ArrayDeque<>();
    private final BitSet onStack = new BitSet();
    private final List<BitSet> found = new ArrayList<>();
    private int last;

    Components(BitSet nodes) {
      this.nodes = nodes;
      for (int i = nodes.nextSetBit(0); i >= 0; i = nodes.nextSetBit(i + 1)) {
        if (number[i] == 0) {
          visit(i);
        }
      }
    }

    private void visit(int root) {
      ArrayDeque<int[]> path = new ArrayDeque<>();
      path.push(enter(root));
      while (!path.isEmpty()) {
        int[] step = path.peek();
        int node = step[0];
        if (step[1] < body.next(node).length) {
          int following = body.next(node)[step[1]++];
          if (!nodes.get(following)) {
            continue;
          }
          if (number[following] == 0) {
            path.push(enter(following));
          } else if (onStack.get(following)) {
            low[node] = Math.min(low[node], number[following]);
          }
        } else {
          path.pop();
          if (!path.isEmpty()) {
            int parent = path.peek()[0];
            low[parent] = Math.min(low[parent], low[node]);
          }
          if (low[node] == number[node]) {
            close(node);
          }
        }
      }
    }

    private int[] enter(int node) {
      number[node] = low[node] = ++last;
      stack.push(node);
      onStack.set(node);
      return new int[] {node, 0};
    }

    private void close(int root) {
      BitSet component = new BitSet();
      int node;
      do {
        node = stack.pop();
        onStack.clear(node);
        component.set(node);
      } while (node != root);
      if (component.cardinality() > 1 || isOwnSuccessor(root)) {
        found.add(component);
      }
    }

    private boolean isOwnSuccessor(int node) {
      for (int following : body.next(node)) {
        if (following == node) {
          return true;
        }
      }
      return false;
    }
  }
}
