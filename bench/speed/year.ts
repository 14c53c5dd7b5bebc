import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrateDatabase } from '#app/database.ts'
import { openDb, openPool } from '#infra/db/client.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { useTestClock } from '#test/harness/clock.ts'
import { type Connected, connectAccounts, signUp } from '../posts/people.ts'
import type { Publisher } from '../posts/publisher.ts'
import { disposeOnSignal } from '../tools/dispose-on-signal.ts'
import type { Started } from '../tools/processes.ts'
import { type Mark, measure, printMarks } from './year/measure.ts'

/**
 * Simulates a year of a busy installation in minutes: each day, its posts are written through the API, are published to the sandbox the next day, are sent to a webhook endpoint and counted; some are moved to the trash. Then the clock jumps, and every cron runs. The code, the rows and the vacuum are those of the product; only the clock and the number of posts are not. The result is what a stored year changes: bytes per row, dead rows, and the time of claims and lists, with the database pages that they read, which do not depend on the load of the machine.
 *
 * On a busy machine `--every 6` lets the clock jump six days at a time, with the posts of one day. The pages read are the same, in a sixth of the time.
 *
 *     node bench/speed/year.ts [--posts 30] [--days 365] [--every 1] [--rounds 300] [--numbers]
 */
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '30' },
    days: { type: 'string', default: '365' },
    every: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '300' },
    numbers: { type: 'boolean', default: false },
  },
})
const postsADay = Number(values.posts)
const lastDay = Number(values.days)
/** The clock's jump in days. */
const every = Number(values.every)
const daysToMark = [30, 91, 182, 365].filter((day) => day <= lastDay)
const trashedADay = Math.ceil(postsADay / 50)
const together = 6

await using all = new AsyncDisposableStack()
disposeOnSignal(all)
const room = await mkdtemp(join(tmpdir(), 'posthorn-year-'))
await chmod(room, 0o755)
all.defer(() => rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
// A day takes a second or two, so vacuum looks as often for each day as it would.
const settings = { autovacuum_naptime: '1s', autovacuum_vacuum_cost_delay: '0' }
const { connection, stop } = await startEmbedded({ dataDir: room, say: () => {}, settings })
all.defer(stop)
await migrateDatabase(connection)
const db = openDb(openPool(connection, { name: 'bench', max: 4, statementTimeoutMs: 0 }, () => {}))
await useTestClock(db)
const t = await startApp({
  database: { connection, db, [Symbol.asyncDispose]: () => db.destroy() },
  sandbox: true,
  numbers: values.numbers,
  settings: { DEFAULT_PLAN: 'max', ALLOW_PRIVATE_WEBHOOKS: 'true' },
})
all.defer(() => t[Symbol.asyncDispose]())

const publisher = await signUp({ url: t.url } as Started)
const accounts = await connectAccounts(publisher, { url: t.sandbox.url } as Started, { profiles: 10, ofEach: 1 })
await openEndpoint(publisher)
const marks: Mark[] = []
const published: number[] = []
const written: string[][] = []
const begun = performance.now()
for (let day = every; day < lastDay + every; day += every) {
  written.push(await writeDay(t, publisher, accounts, day))
  const before = performance.now()
  await t.advance(days(every))
  published.push((performance.now() - before) / postsADay)
  const old = written.at(-20)
  for (const id of old?.slice(0, trashedADay) ?? []) await publisher.call('DELETE', `/v1/posts/${id}`)
  if (day >= (daysToMark[0] ?? Infinity)) {
    daysToMark.shift()
    marks.push(
      await measure(t, publisher, accounts, { day, publishedMs: published.splice(0), rounds: Number(values.rounds) }),
    )
  }
  if (day % 30 < every) console.log(`day ${day}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
}
printMarks(marks)

/** Writes the posts of a day, due when the clock has jumped to the next. Returns their ids. */
async function writeDay(app: TestApp, who: Publisher, to: readonly Connected[], day: number): Promise<string[]> {
  const scheduledAt = new Date(app.now().getTime() + days(every)).toISOString()
  const ids: string[] = []
  let no = 0
  const write = async (): Promise<void> => {
    while (no < postsADay) {
      const { wire, network } = to[no % to.length]!
      const content = `day ${day}, post ${no++}: the gulls are back at the harbour`
      const draft = { profileId: wire.profileId, content, platforms: [network], scheduledAt }
      ids.push((await who.call<{ id: string }>('POST', '/v1/posts', draft)).id)
    }
  }
  await Promise.all(Array.from({ length: together }, write))
  return ids
}

/** A receiver of webhooks that accepts everything. */
async function openEndpoint(who: Publisher): Promise<void> {
  const server = createServer((request, answer) => {
    request.resume()
    answer.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  all.defer(() => void server.close())
  const { port } = server.address() as AddressInfo
  await who.call('POST', '/v1/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['post.published'] })
}
