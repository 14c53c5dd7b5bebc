import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Node } from './cluster.ts'
import { type Pulse, startPulse } from './pulse.ts'
import type { Overlap, Scenario } from './scenario.ts'

const bothLiveMs = 10_000

/**
 * Cuts the primary off from its standby and from the monitor, while clients still reach it. Rows are written to it
 * directly, before and after another server is primary.
 */
export function partition(primary: () => Promise<Node>, newPrimary: string): Scenario {
  let look: Scenario['look']
  let isReplaced = async () => false
  return {
    name: 'partition',
    lastsMs: null,
    async bring() {
      const node = await primary()
      const witness = new pg.Client({ connectionString: node.url })
      witness.on('error', () => {})
      await witness.connect()
      const pulse = await startPulse(node.url, 'bench_overlap', newPrimary)
      await sleep(1_000)
      node.partition()
      const cutAt = Date.now()
      // Where commits wait for no standby there need not be a gap: the old primary takes writes until clients leave it.
      isReplaced = async () => {
        const port = await askPort(newPrimary)
        return port !== null && port !== node.port
      }
      look = () => lookAt(witness, pulse, cutAt)
      return () => node.join()
    },
    isReplaced: () => isReplaced(),
    look: async () => {
      if (!look) throw new Error('nothing was cut off')
      return await look()
    },
  }
}

/** Returns the port of the server that takes the writes of new clients. */
async function askPort(url: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ port: number; standby: boolean }>(
      'select inet_server_port() as port, pg_is_in_recovery() as standby',
    )
    return rows[0]?.standby === false ? rows[0].port : null
  } finally {
    await client.end().catch(() => {})
  }
}

/** Asks over a connection from before the cut: afterwards sessions that wait for the standby take all that there are. */
async function lookAt(witness: pg.Client, pulse: Pulse, cutAt: number): Promise<Overlap> {
  await sleep(bothLiveMs)
  const { rows } = await witness.query<{ standby: boolean; sessions: number }>(
    `select pg_is_in_recovery() as standby, count(*)::int as sessions from pg_stat_activity
      where application_name like 'posthorn %'`,
  )
  await witness.end()
  return {
    livedOn: rows[0]?.standby === false,
    sessions: rows[0]?.sessions ?? 0,
    acknowledged: pulse.countSentAfter(cutAt),
    lost: await pulse.stop(),
  }
}
