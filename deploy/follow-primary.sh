#!/bin/sh
# Keeps pgbouncer pointed at the primary that the monitor of pg_auto_failover names. Runs beside pgbouncer.
#
#   MONITOR    connection string of the monitor
#   DATABASES  the file that pgbouncer.ini includes: `%include /etc/pgbouncer/databases.ini`
#   PIDFILE    the pidfile of pgbouncer
set -u
now=
while :; do
  primary=$(PGCONNECT_TIMEOUT=3 psql -AtX "$MONITOR" -c \
    "select format('host=%s port=%s', primary_host, primary_port) from pgautofailover.get_primary()" 2>/dev/null)
  if [ -n "$primary" ] && [ "$primary" != "$now" ]; then
    {
      echo '[databases]'
      echo "posthorn = $primary dbname=posthorn pool_mode=transaction"
      echo "posthorn_direct = $primary dbname=posthorn pool_mode=session"
    } > "$DATABASES.new"
    mv "$DATABASES.new" "$DATABASES"
    [ ! -f "$PIDFILE" ] || kill -HUP "$(cat "$PIDFILE")"
    now=$primary
  fi
  sleep 1
done
