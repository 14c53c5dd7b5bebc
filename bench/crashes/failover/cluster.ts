import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../tools/killable.ts'
import type { Room, Server } from './room.ts'
import { openWire } from './wire.ts'

/** Two servers of PostgreSQL with replication, and the monitor of pg_auto_failover, with its defaults. */
interface Cluster extends AsyncDisposable {
  /** The address of the monitor's database. */
  readonly monitor: string
  /** Returns the server that takes writes by the monitor's word, once commits wait for the other. */
  untilReplicated(): Promise<Node>
  /** Asks for a planned change of roles. */
  switchOver(): Promise<void>
}

export interface Node {
  readonly name: string
  readonly port: number
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  /** Starts the server again after a kill. */
  start(): void
  /** Leads clients to this server, whatever the monitor says. */
  readonly url: string
  /**
   * Cuts the server off from the other one and from the monitor, but not from clients. Its keeper stands still, because
   * it would stop a server that is cut off.
   */
  partition(): void
  /** Ends the partition. */
  join(): void
}

/** The user of clients, and the one of servers and the monitor at the monitor. */
const [client, keeper] = ['posthorn', 'autoctl_node']

const readyWithinMs = 180_000

/** Starts both servers. With `isSynchronous` false commits do not wait for the other one, which is the control. */
export async function openCluster(room: Room, { isSynchronous = true } = {}): Promise<Cluster> {
  const all = new AsyncDisposableStack()
  const monitorPort = await freePort()
  const monitor = `postgres://${keeper}@127.0.0.1:${monitorPort}/pg_auto_failover`
  const local = ['--auth', 'trust', '--no-ssl']
  room.run(
    'pg_autoctl',
    'create',
    'monitor',
    '--pgdata',
    `${room.path}/monitor`,
    '--pgport',
    `${monitorPort}`,
    '--hostname',
    '127.0.0.1',
    ...local,
  )
  room.run(
    'pg_autoctl',
    'config',
    'set',
    '--pgdata',
    `${room.path}/monitor`,
    'postgresql.listen_addresses',
    '127.0.0.1',
  )
  all.use(room.begin('monitor', 'pg_autoctl', 'run', '--pgdata', `${room.path}/monitor`))
  const ask = <Row extends pg.QueryResultRow>(text: string) => askOnce<Row>(monitor, text)
  await until('the monitor answers', async () => (await ask('select 1')).length === 1)
  const nodes: Node[] = []
  for (const [nth, name] of ['one', 'two'].entries())
    nodes.push(await createNode(room, all, { name, nth, monitorPort, local, isSynchronous }))
  return {
    monitor,
    async switchOver() {
      await ask("select pgautofailover.perform_failover('default', 0)")
    },
    async untilReplicated() {
      let primary: Node | undefined
      await until('both servers are in step', async () => {
        const states = await ask<{ nodename: string; current_group_state: string }>(
          'select nodename, current_group_state::text from pgautofailover.current_state()',
        )
        const nameOf = (state: string) => states.find((one) => one.current_group_state === state)?.nodename
        primary = nodes.find(({ name }) => name === nameOf('primary'))
        return primary !== undefined && nameOf('secondary') !== undefined
      })
      if (!primary) throw new Error('no server is primary')
      return primary
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

interface NodePlan {
  readonly name: string
  readonly nth: number
  readonly monitorPort: number
  readonly local: readonly string[]
  readonly isSynchronous: boolean
}

/**
 * Creates a server that is reachable only through a wire at the address that the monitor knows, and that reaches the
 * monitor over its own wire. All addresses are loopback ones.
 */
async function createNode(room: Room, all: AsyncDisposableStack, plan: NodePlan): Promise<Node> {
  const { name, nth, monitorPort, local, isSynchronous } = plan
  const [port, wirePort] = [await freePort(), await freePort()]
  const [known, own] = [`127.0.1.${nth + 1}`, `127.0.2.${nth + 1}`]
  const inward = all.use(await openWire({ host: known, port }, { host: own, port }))
  const outward = all.use(await openWire({ host: known, port: wirePort }, { host: '127.0.0.1', port: monitorPort }))
  const data = ['--pgdata', `${room.path}/${name}`]
  const monitor = `postgres://${keeper}@${known}:${wirePort}/pg_auto_failover`
  const place = ['--hostname', known, '--pgport', `${port}`, '--listen', own, '--monitor', monitor, '--name', name]
  const names = ['--username', client, '--dbname', 'posthorn']
  const quorum = isSynchronous ? [] : ['--replication-quorum', 'false']
  await room.runServed('pg_autoctl', 'create', 'postgres', ...data, ...place, ...names, ...quorum, ...local)
  let server: Server = room.begin(name, 'pg_autoctl', 'run', ...data)
  all.defer(() => server[Symbol.asyncDispose]())
  return {
    name,
    port,
    url: `postgres://${client}@${known}:${port}/posthorn`,
    kill: () => server.kill(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    start() {
      server = room.begin(name, 'pg_autoctl', 'run', ...data)
    },
    partition() {
      server.freeze('pg_autoctl')
      inward.cut((user) => user !== client)
      outward.cut(() => true)
    },
    join() {
      inward.heal()
      outward.heal()
      server.thaw()
    },
  }
}

async function askOnce<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Waits until it holds; an error means that it does not hold yet. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = readyWithinMs): Promise<void> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline; await sleep(250))
    if (await holds().catch(() => false)) return
  throw new Error(`not within ${withinMs / 1_000} s: ${what}`)
}
