#!/usr/bin/env bash
# One EventStoreDB node without TLS, for the suites on a real server (README, "Tests"):
#   TEST_EVENTSTORE_COMMAND="$PWD/scripts/event-store-for-tests.sh <the folder of EventStore.ClusterNode>"
# The tests set DATA_DIR and EVENTSTORE_PORT. It prints the URL when the node accepts calls, and runs as the
# node.
set -euo pipefail
folder=${1:?"The folder of EventStore.ClusterNode is missing"}
port=$EVENTSTORE_PORT
# The node reads variables that begin with EVENTSTORE_ as its options, so this one must not reach it.
unset EVENTSTORE_PORT
export EVENTSTORE_TELEMETRY_OPTOUT=true

node=$$
(
  until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health/live"; do
    kill -0 "$node" 2>/dev/null || exit
    sleep 0.1
  done
  echo "esdb://127.0.0.1:$port?tls=false"
) &

cd "$folder"
exec ./EventStore.ClusterNode --insecure --run-projections None --db "$DATA_DIR/db" --log "$DATA_DIR/log" \
  --node-ip 127.0.0.1 --replication-ip 127.0.0.1 --node-port "$port" --replication-port "$((port + 1000))" \
  --discover-via-dns=false --stream-existence-filter-size 10000000 --stats-period-sec 3600 \
  >"$DATA_DIR/node.log" 2>&1
