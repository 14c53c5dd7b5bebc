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
      look = () => lookAt(witness, pulse, cutAt)
      return () => node.join()
    },
    look: async () => {
      if (!look) throw new Error('nothing was cut off')
      return await look()
    },
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
    acknowledged: pulse.times.filter((at) => at > cutAt).length,
    lost: await pulse.stop(),
  }
}
