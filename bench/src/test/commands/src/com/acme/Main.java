package com.acme;

import com.acme.server.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import server.Connection;

/** The server.jar of the documents: it answers each line of a client by a count. */
public final class Main {
  private Main() {}

  public static void main(String[] words) throws IOException {
    int port = words.length == 2 ? Integer.parseInt(words[1]) : 8080;
    Clock.start();
    ServerSocket listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    System.out.println("listening on port " + listener.getLocalPort());
    while (accept(listener))
      ;
  }

  static boolean accept(ServerSocket listener) throws IOException {
    Connection connection = new Connection(listener.accept());
    while (connection.serve())
      ;
    return true;
  }
}
