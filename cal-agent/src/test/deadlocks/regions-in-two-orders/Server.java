package app;

/** A room tells its member, and a member tells its room. */
public class Server {
  public static void main(String[] args) throws Exception {
    Room room = new Room();
    Member member = new Member(room);
    room.member = member;
    for (int i = 0; i < 2; i++) {
      new Client(room, member, i == 0).run();
    }
    End.await(2);
  }
}

class Client {
  private final Room room;
  private final Member member;
  private final boolean first;

  Client(Room room, Member member, boolean first) {
    this.room = room;
    this.member = member;
    this.first = first;
  }

  void run() {
    if (first) {
      room.post();
    } else {
      member.leave();
    }
    End.one();
  }
}

class Room {
  Member member;
  private int members;

  void post() {
    End.meet();
    member.tell();
  }

  void remove() {
    members--;
  }
}

class Member {
  private final Room room;
  private int told;

  Member(Room room) {
    this.room = room;
  }

  void tell() {
    told++;
  }

  void leave() {
    End.meet();
    room.remove();
  }
}
