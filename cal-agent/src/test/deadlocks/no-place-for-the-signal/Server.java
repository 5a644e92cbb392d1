package app;

/** Readers of news take all places, so that no writer comes in. */
public class Server {
  public static void main(String[] args) throws Exception {
    News news = new News();
    Thread clients =
        new Thread(
            () -> {
              for (int i = 0; i < 3; i++) {
                new Client(news, i < 2).run();
              }
            });
    clients.setDaemon(true);
    clients.start();
    End.await(3);
  }
}

class Client {
  private final News news;
  private final boolean reads;

  Client(News news, boolean reads) {
    this.news = news;
    this.reads = reads;
  }

  void run() {
    try {
      if (reads) {
        news.await();
      } else {
        news.publish();
      }
      End.one();
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
    }
  }
}

class News {
  private boolean published;

  void await() throws InterruptedException {
    while (!published) {
      wait();
    }
  }

  void publish() {
    published = true;
    notifyAll();
  }
}
