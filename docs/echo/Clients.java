void main(String[] ports) throws Exception {
  Callable<Void> client = () -> talk(Integer.parseInt(ports[0]));
  try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
    for (Future<Void> end : threads.invokeAll(Collections.nCopies(5, client))) {
      end.get();
    }
  }
}
Void talk(int port) throws IOException {
  try (Socket server = new Socket("localhost", port)) {
    for (int letter = 'a'; letter <= 'z'; letter++) {
      server.getOutputStream().write(letter);
      int answer = server.getInputStream().read();
      if (answer != letter) throw new AssertionError("sent " + letter + ", received " + answer);
    }
  }
  return null;
}
