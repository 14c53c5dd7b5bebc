import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../tools/killable.ts'
import { root } from '../../tools/processes.ts'
import { until } from './cluster.ts'
import type { Room } from './room.ts'

/** pgbouncer with the settings of docs/operations.md, and the script next to it that follows the primary. */
interface Pooler extends AsyncDisposable {
  readonly url: string
  /** Leads to the same server with a session for each client. */
  readonly directUrl: string
}

export async function openPooler(room: Room, monitor: string): Promise<Pooler> {
  const all = new AsyncDisposableStack()
  const port = await freePort()
  const file = (name: string): string => join(room.path, name)
  const [databases, pidfile] = [file('databases.ini'), file('data/pgbouncer.pid')]
  // The account of the servers may be unable to read the checkout.
  await copyFile(join(root, 'deploy/follow-primary.sh'), file('follow-primary.sh'))
  await writeFile(file('users.txt'), '"posthorn" ""\n')
  await writeFile(
    file('pgbouncer.ini'),
    `[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${file('users.txt')}
pidfile = ${pidfile}
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits
max_client_conn = 500
default_pool_size = 30
server_connect_timeout = 3
server_login_retry = 1
query_timeout = 30
idle_transaction_timeout = 10
%include ${databases}
`,
  )
  const env = [`MONITOR=${monitor}`, `DATABASES=${databases}`, `PIDFILE=${pidfile}`]
  all.use(room.begin('follow', 'env', ...env, 'sh', file('follow-primary.sh')))
  await until('the script has found the primary', async () => room.run('cat', databases).includes('host='))
  all.use(room.begin('pgbouncer', 'pgbouncer', file('pgbouncer.ini')))
  const at = `postgres://posthorn@127.0.0.1:${port}`
  return {
    url: `${at}/posthorn`,
    directUrl: `${at}/posthorn_direct`,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
