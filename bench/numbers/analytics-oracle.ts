import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { fromWire } from '#kernel/ids.ts'
import { verifyAnalytics } from '#modules/analytics/index.ts'
import { startApp } from '#test/harness/app.ts'
import { askOne } from '#test/oracles/analytics/ask.ts'
import { askAboutPosts } from '#test/oracles/analytics/ask-posts.ts'
import { askGains, askOutliers } from '#test/oracles/analytics/ask-statistics.ts'
import { makeHistory, randomFrom } from '#test/oracles/analytics/history.ts'
import { readWalk } from '#test/oracles/analytics/plain-walk.ts'
import { startTestServer } from '#test/run/postgres.ts'

/**
 * Asks random questions about random histories, in zones whose clocks change and with plans that keep less, and holds
 * each answer against a plain walk over all snapshots.
 *
 *     node bench/numbers/analytics-oracle.ts [--quick] [--seed N]
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
})
const histories = values.quick ? 2 : 50
const questions = 40
const seed = Number(values.seed)
const plans = [
  ['max', 730],
  ['pro', 365],
  ['starter', 90],
  ['free', 30],
] as const

const startedAt = performance.now()
let requestCount = 0
const differences: string[] = []
const room = await mkdtemp(join(tmpdir(), 'posthorn analytics '))
await chmod(room, 0o755)
const server = await startTestServer({ url: null, folder: room, say: () => {} })
process.env.POSTHORN_TEST_SERVER = JSON.stringify(server.connection)
try {
  for (let nth = 0; nth < histories; nth += 1) await askAboutHistory(nth)
} finally {
  await server.stop()
  await rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
for (const difference of differences.slice(0, 40)) console.log(difference)
console.log(
  `${histories} histories, ${requestCount} questions: ${differences.length} differences (wanted: 0), ` +
    `in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
)
if (differences.length > 0) process.exitCode = 1

async function askAboutHistory(nth: number): Promise<void> {
  const random = randomFrom(seed * 1_000 + nth)
  await using t = await startApp({ sandbox: true, numbers: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  const { ada, profileId } = await makeHistory(t, random, { rounds: 4 + random(4), looks: 20 + random(60) })
  for (const fault of (await verifyAnalytics(t.db)).faults) differences.push(`history ${nth}: ${fault}`)
  const walk = await readWalk(t.db, fromWire('prof', profileId) ?? '', t.now())
  await compare(`history ${nth}, posts and accounts`, () => askAboutPosts(ada, walk))
  for (let question = 0; question < questions; question += 1) {
    const [plan, keptDays] = plans[question % plans.length] ?? plans[0]
    await sql`update app_user set plan = ${plan}`.execute(t.db)
    await compare(`history ${nth}, ${plan}`, () => askOne(ada, walk, keptDays, random))
    if (question < plans.length) {
      await compare(`history ${nth}, ${plan}, unusual posts`, () => askOutliers(ada, { walk, keptDays }, profileId))
      await compare(`history ${nth}, ${plan}, gains`, () => askGains(ada, { walk, keptDays }))
    }
    requestCount += 1
  }
}

async function compare(what: string, ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    differences.push(`${what}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
  }
}
