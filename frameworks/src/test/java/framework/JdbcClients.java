package framework;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Clients of a database server, who write down each answer. Stateless. */
final class JdbcClients {
  private static final int CLIENTS = 8;
  private static final int ACCOUNTS = 3;
  private static final int TRANSFERS = 20;
  private static final int LOB = 300_000;

  private JdbcClients() {}

  /** Locks are waited for, and the end of the process closes no database. */
  static Connection connect(int port) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:h2:tcp://127.0.0.1:"
            + port
            + "/mem:test;DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=60000",
        "sa",
        "");
  }

  /** The answers of all, in an order that does not depend on who was first. */
  static List<String> answers(int port) throws Exception {
    List<String> answers = new ArrayList<>();
    try (Connection first = connect(port)) {
      execute(first, "create table account(id int primary key, amount int)");
      execute(first, "create alias pause for 'java.lang.Thread.sleep(long)'");
      execute(first, "create table note(id int primary key, text clob, image blob)");
      for (int i = 0; i < ACCOUNTS; i++) {
        execute(first, "insert into account values(" + i + ", 1000)");
      }
    }
    List<Callable<List<String>>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      int client = i;
      clients.add(() -> all(port, client));
    }
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (Future<List<String>> each : threads.invokeAll(clients)) {
        answers.addAll(each.get());
      }
    }
    try (Connection last = connect(port)) {
      answers.addAll(query(last, "select sum(amount) from account"));
      answers.addAll(query(last, "select count(*) from note"));
    }
    return answers;
  }

  private static List<String> all(int port, int client) throws Exception {
    List<String> said = new ArrayList<>();
    try (Connection connection = connect(port)) {
      said.addAll(statements(connection, "t" + client));
      lobs(connection, client, said);
      transfers(connection, client);
      said.add("cancelled: " + cancelled(port, connection));
    }
    return said;
  }

  /** Of one client alone: the bytes of the answers are the same each time, too. */
  static List<String> statements(Connection connection, String table) throws SQLException {
    List<String> said = new ArrayList<>();
    execute(
        connection,
        "create table "
            + table
            + "(id bigint generated always as identity primary key, name"
            + " varchar unique, price decimal(20, 5), due date, half double, truth boolean)");
    String insert =
        "insert into "
            + table
            + "(name, price, due, half, truth)"
            + " values(?, ?, dateadd(day, ?, date '2026-01-01'), ?, ?)";
    try (PreparedStatement prepared =
        connection.prepareStatement(insert, Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < 250; i++) {
        prepared.setString(1, i % 7 == 0 ? null : "ünï" + i);
        prepared.setBigDecimal(2, new java.math.BigDecimal(i + ".125"));
        prepared.setInt(3, i);
        prepared.setDouble(4, i / 2.0);
        prepared.setBoolean(5, i % 2 == 0);
        prepared.addBatch();
      }
      said.add(Arrays.toString(prepared.executeBatch()));
      said.addAll(rows(prepared.getGeneratedKeys()));
    }
    try (Statement few = connection.createStatement()) {
      few.setFetchSize(20);
      said.addAll(rows(few.executeQuery("select * from " + table + " order by id")));
    }
    connection.setAutoCommit(false);
    execute(connection, "delete from " + table + " where id > 200");
    Savepoint before = connection.setSavepoint();
    execute(connection, "delete from " + table);
    connection.rollback(before);
    said.addAll(query(connection, "select count(*) from " + table));
    connection.rollback();
    connection.setAutoCommit(true);
    said.addAll(query(connection, "select count(*), sum(price), max(due) from " + table));
    said.addAll(
        rows(
            connection
                .getMetaData()
                .getColumns(null, null, table.toUpperCase(java.util.Locale.ROOT), null)));
    return said;
  }

  private static void lobs(Connection connection, int client, List<String> said) throws Exception {
    byte[] image = new byte[LOB];
    for (int i = 0; i < LOB; i++) {
      image[i] = (byte) (i * 31 + client);
    }
    String text = "ß" + client + "-".repeat(LOB);
    try (PreparedStatement insert =
        connection.prepareStatement("insert into note values(?, ?, ?)")) {
      insert.setInt(1, client);
      insert.setCharacterStream(2, new StringReader(text));
      insert.setBinaryStream(3, new ByteArrayInputStream(image));
      said.add("notes: " + insert.executeUpdate());
      try {
        insert.executeUpdate();
      } catch (SQLException duplicate) {
        said.add(duplicate.getSQLState() + " " + duplicate.getErrorCode());
      }
    }
    try (Statement query = connection.createStatement();
        ResultSet row = query.executeQuery("select text, image from note where id = " + client)) {
      row.next();
      said.add("text: " + row.getString(1).equals(text));
      try (InputStream in = row.getBinaryStream(2)) {
        said.add("image: " + Arrays.equals(in.readAllBytes(), image));
      }
    }
  }

  /** Two rows are locked in either order: a deadlock is told to one of both, who tries again. */
  private static void transfers(Connection connection, int client) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement add =
        connection.prepareStatement("update account set amount = amount + ? where id = ?")) {
      int done = 0;
      while (done < TRANSFERS) {
        try {
          for (int side = 0; side < 2; side++) {
            add.setInt(1, side == 0 ? -1 : 1);
            add.setInt(2, (client + side + done) % ACCOUNTS);
            add.executeUpdate();
          }
          connection.commit();
          done++;
        } catch (SQLException deadlock) {
          if (!deadlock.getSQLState().equals("40001")) {
            throw deadlock;
          }
          connection.rollback();
        }
      }
    }
    connection.setAutoCommit(true);
  }

  /** A statement without an end, cancelled by others: a connection for this alone may be early. */
  private static String cancelled(int port, Connection connection) throws Exception {
    String cancel = "call cancel_session(" + query(connection, "call session_id()").getFirst();
    try (Connection other = connect(port);
        Statement endless = connection.createStatement();
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<String> state =
          thread.submit(
              () -> {
                try {
                  endless.executeQuery("select count(pause(1)) from system_range(1, 1000000)");
                  return "no";
                } catch (SQLException end) {
                  return end.getSQLState();
                }
              });
      while (!state.isDone()) {
        endless.cancel();
        query(other, cancel.replace("|", ")"));
      }
      return state.get();
    }
  }

  static List<String> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return rows(statement.executeQuery(sql));
    }
  }

  private static List<String> rows(ResultSet rows) throws SQLException {
    List<String> all = new ArrayList<>();
    while (rows.next()) {
      StringBuilder row = new StringBuilder();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.append(rows.getString(i)).append('|');
      }
      all.add(row.toString());
    }
    return all;
  }

  static int execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }
}
