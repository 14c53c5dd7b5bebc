import process from 'node:process'
import { minutes } from '#kernel/clock.ts'
import { startApp } from '#test/harness/app.ts'
import { startTestServer } from '#test/run/postgres.ts'
import { connectRead, crowdNetworks } from '#test/world/inbox-crowd.ts'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Measures how a burst of comments below one post is read on networks that list comments for the account and for each
 * post: the calls, the time, and whether a comment on another post waits until the burst is read.
 *
 *     node bench/speed/inbox-burst.ts [--quick] [--comments 10000]
 */
const { quick, comments } = readOptions({ quick: false, comments: [1_000, 10_000] })
await using folder = await openFolder('posthorn burst ')
const server = await startTestServer({ url: null, folder: folder.path, say: () => {} })
process.env.POSTHORN_TEST_SERVER = JSON.stringify(server.connection)
/** The calls that a comment may cost. Lists have 80 to 100 comments. */
const callsPerComment = 1 / 40

let isMet = true
for (const [nth, network] of crowdNetworks.entries()) {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  await t.as('root')
  const it = await connectRead(t, network, `user-${7_300 + nth}`)
  const posts = t.sandbox.network(network)
  await it.publish('A quiet post')
  await t.advance(minutes(2))
  await it.publish('A loud post')
  await t.advance(minutes(41))
  const ids = t.sandbox.ledger.entries({ network, account: it.account }).filter(({ kind }) => kind === 'post')
  const [quiet, loud] = ids.map(({ id }) => id)
  const say = (body: string, to: string | undefined) => posts.acts.comment?.(it.account, { body, to })
  for (let no = 0; no < comments; no += 1) await say(`question ${no}`, loud)
  await say('and me?', quiet)
  const before = t.sandbox.calls.list({ network, limit: 1 }).calls.length === 0 ? 0 : t.sandbox.calls.total
  const startedAt = performance.now()
  let quietAfter: number | null = null
  let stored = 0
  let waited = 0
  for (; waited < 240 && stored < comments + 1; waited += 1) {
    await t.advance(minutes(1))
    const rows = await t.db.selectFrom('inboxItem').select(['text']).where('direction', '=', 'in').execute()
    stored = rows.length
    if (quietAfter === null && rows.some(({ text }) => text.endsWith('and me?'))) quietAfter = waited + 1
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const calls = t.sandbox.calls.total - before
  const refused = t.sandbox.calls
    .list({ network, limit: 100_000 })
    .calls.filter(({ status }) => (status ?? 0) >= 400).length
  const isFine =
    stored === comments + 1 &&
    refused === 0 &&
    calls <= comments * callsPerComment + 100 &&
    quietAfter !== null &&
    quietAfter <= 45
  isMet &&= isFine
  console.log(
    `${network.padEnd(9)} ${stored} of ${comments + 1} stored after ${waited} min of the network's time, ${calls} calls, ${refused} refused, ` +
      `the comment on the other post after ${quietAfter ?? 'never'} min; ${seconds.toFixed(1)} s of machine time${isFine ? '' : '  NOT MET'}`,
  )
}
await server.stop()
if (!isMet && !quick) process.exitCode = 1
