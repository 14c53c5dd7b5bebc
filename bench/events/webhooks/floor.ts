import { createHmac } from 'node:crypto'
import process from 'node:process'
import { Pool } from 'undici'
import type { FloorPlan, FloorSaid } from './plan.ts'

/** The floor: POSTs with both signatures, as many at once as requested, without a database. */
process.once('disconnect', () => process.exit(1))
process.once('message', (plan) => {
  process.send?.('ready', () => void run(plan as FloorPlan))
})

async function run({ url, paths, secret, body, inFlight, seconds }: FloorPlan): Promise<void> {
  const pool = new Pool(url, { connections: inFlight, pipelining: 1 })
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const startedAt = performance.now()
  const isOver = (): boolean => performance.now() - startedAt > seconds * 1_000
  let sent = 0
  const loop = async (nth: number): Promise<void> => {
    const path = paths[nth % paths.length] ?? '/'
    for (; !isOver(); sent++) {
      const id = `evt_${sent}`
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const answer = await pool.request({
        method: 'POST',
        path,
        body,
        headers: {
          'content-type': 'application/json',
          'x-service-event': 'post.published',
          'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${standard}`,
        },
      })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, nth) => loop(nth)))
  const report: FloorSaid = { sent, seconds: (performance.now() - startedAt) / 1_000 }
  await pool.close()
  process.send?.(report, () => process.exit(0))
}
