import { sql } from 'kysely'
import { type Cost, costOfOnePost } from '../posts/cost.ts'
import { signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { startServer } from '../tools/processes.ts'
import { startChild } from './webhooks/children.ts'
import type { ReceiverPlan, ReceiverSaid } from './webhooks/plan.ts'

/**
 * Compares what a post with six targets costs the database in three cases: without endpoints, with three endpoints for
 * all its events, and with these deliveries also sent, logged and marked.
 *
 *     node bench/events/webhook-cost.ts
 */
const endpointCount = 3
const events = ['post.queued', 'post.published', 'post.partial', 'post.failed', 'post.needs_attention']

await using stage = await openStage()
const env = { ...stage.env, ALLOW_PRIVATE_WEBHOOKS: 'true' }
await using api = await startServer(['bin/posthorn.mjs', 'api'], env)
const plan: ReceiverPlan = { file: null, latencyMs: [0, 0], hanging: [], flaps: null, tells: false }
await using receiver = await startChild<ReceiverSaid>('receiver', plan)
const publisher = await signUp(api)
const at = { ...stage, env }

const alone = await costOfOnePost(at, publisher)
for (let nth = 0; nth < endpointCount; nth++) await makeEndpoint(`${receiver.ready.url}/${nth}`)
const told = await costOfOnePost(at, publisher)
const sent = await costOfOnePost(at, publisher, { delivers: true })
console.log('| a post with six targets | statements | rows inserted, updated, deleted | wanted |\n|---|---|---|---|')
console.log(row('no endpoint', alone, 'at most 120'))
console.log(row(`${endpointCount} endpoints that hear of all: its deliveries are made`, told, 'at most 120'))
console.log(row('the same, and sent', sent, ''))
console.log(`${await delivered()} deliveries were sent, of four posts`)
for (const [statement, times] of sent.often.slice(0, 20)) console.log(`  ${String(times).padStart(4)}  ${statement}`)
if (told.statements > 120) process.exitCode = 1

function row(name: string, { targets, statements, rows }: Cost, wanted: string): string {
  if (targets !== 6) throw new Error('six targets were meant')
  return `| ${name} | **${statements}** | ${rows.inserted}, ${rows.updated}, ${rows.deleted} | ${wanted} |`
}

/** Creates an endpoint, which needs a sign-in or a key with the scope. */
async function makeEndpoint(url: string): Promise<void> {
  const person = { email: 'ada@example.org', password: 'the gulls of November' }
  const { token } = await send<{ token: string }>('/v1/auth/sign-in', {}, person)
  await send('/v1/webhooks', { authorization: `Bearer ${token}` }, { url, events })
}

async function send<Answer>(path: string, headers: Readonly<Record<string, string>>, body: object): Promise<Answer> {
  const answer = await fetch(api.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function delivered(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_delivery where status = 'delivered'`.execute(stage.db)
  return rows[0]?.count ?? 0
}
