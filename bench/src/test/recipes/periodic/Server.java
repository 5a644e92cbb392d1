private final Map<String, Long> dueAt = new HashMap<>();

void main() throws IOException {
  ServerSocket listener = new ServerSocket(7000);
  Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory())
      .scheduleWithFixedDelay(this::sweep, 100, 100, TimeUnit.MILLISECONDS);
  while (accept(listener))
    ;
}

boolean accept(ServerSocket listener) throws IOException {
  Socket client = listener.accept();
  BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream()));
  while (answer(client, in))
    ;
  return true;
}

/** A line is a key, which is kept for a second; the answer is how many keys are kept. */
boolean answer(Socket client, BufferedReader in) throws IOException {
  String key = in.readLine();
  if (key == null) {
    client.close();
    return false;
  }
  client.getOutputStream().write((keep(key) + "\n").getBytes());
  return true;
}

int keep(String key) {
  dueAt.put(key, System.nanoTime() + 1_000_000_000L);
  return dueAt.size();
}

void sweep() {
  long now = System.nanoTime();
  dueAt.values().removeIf(due -> due - now < 0);
}
