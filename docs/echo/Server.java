package echo;
import module java.base;
record Server(ServerSocket listener) {
  static void main() throws IOException {
    Server server = new Server(new ServerSocket(7000));
    while (server.accept());
  }
  boolean accept() throws IOException {
    Client client = new Client(listener.accept());
    while (client.answer());
    return true;
  }
}
record Client(Socket socket) {
  boolean answer() throws IOException {
    int letter = socket.getInputStream().read();
    if (letter < 0) socket.close(); else socket.getOutputStream().write(letter);
    return letter >= 0;
  }
}
