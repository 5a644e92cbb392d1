package app;

import java.util.ArrayDeque;
import java.util.Deque;

/** Ways to wait that are right: for a part, a lease, a place in a queue, an inner region. */
public class Server {
  public static void main(String[] args) throws Exception {
    Bank bank = new Bank();
    for (int i = 0; i < 4; i++) {
      new Client(bank, i).run();
    }
    End.await(4);
  }
}

class Client {
  private final Bank bank;
  private final int number;

  Client(Bank bank, int number) {
    this.bank = bank;
    this.number = number;
  }

  void run() throws InterruptedException {
    Result result = new Result();
    new Part(result).run();
    result.await();
    bank.leases.take();
    try {
      bank.store.put(number);
    } finally {
      bank.leases.give();
    }
    if (number % 2 == 0) {
      bank.queue.put(number);
    } else {
      bank.queue.take();
    }
    bank.pay();
    End.one();
  }
}

class Part {
  private final Result result;

  Part(Result result) {
    this.result = result;
  }

  void run() {
    result.done();
  }
}

class Store {
  int put(int number) {
    return number;
  }
}

class Result {
  private boolean done;

  void await() throws InterruptedException {
    while (!done) {
      wait();
    }
  }

  void done() {
    done = true;
    notifyAll();
  }
}

class Leases {
  private int free = 1;

  void take() throws InterruptedException {
    while (free == 0) {
      wait();
    }
    free--;
  }

  void give() {
    free++;
    notify();
  }
}

class Queue {
  private final Deque<Integer> items = new ArrayDeque<>();

  void put(int item) throws InterruptedException {
    while (items.size() == 2) {
      wait();
    }
    items.add(item);
    notifyAll();
  }

  int take() throws InterruptedException {
    while (items.isEmpty()) {
      wait();
    }
    notifyAll();
    return items.remove();
  }
}

class Bank {
  final Store store = new Store();
  final Leases leases = new Leases();
  final Queue queue = new Queue();
  private final Account account = new Account();

  void pay() {
    account.add(1);
    account.add(2);
  }
}

class Account {
  private int sum;

  void add(int more) {
    sum += more;
    check();
  }

  void check() {
    if (sum < 0) {
      throw new IllegalStateException("sum=" + sum);
    }
  }
}
