# Becomes a server that does not say when it listens, and says so: sh announced.sh PORT COMMAND...
line=$(printf ':%04X 00000000:0000 0A' "$1")
(
  until grep -q "$line" /proc/net/tcp; do
    kill -0 $$ && sleep 0.05 || exit
  done
  echo "listening on 127.0.0.1:$1"
) &
shift
exec "$@"
