import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { startTestServer } from '#test/run/postgres.ts'
import { connectBoth } from '#test/world/posts.ts'

/**
 * Forty posts become due while everything is off. The clock is moved as in tests: nothing runs in between, and then
 * everything does. After ten minutes off, all are sent, with a gap between those of one account; after three days off,
 * none is, and each says that it is too late.
 *
 *     node bench/on-time/downtime.ts
 */
const postsEach = 20
const room = await mkdtemp(join(tmpdir(), 'posthorn downtime '))
await chmod(room, 0o755)
const server = await startTestServer({ url: null, folder: room, say: () => {} })
process.env.POSTHORN_TEST_SERVER = JSON.stringify(server.connection)
try {
  await using t = await startApp({ sandbox: true })
  await tenMinutes(t)
  await threeDays(t)
} finally {
  await server.stop()
  await rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Schedules posts in the first `withinMs`, twenty on each network. */
async function write(t: TestApp, withinMs: number) {
  const { ada, profileId, login } = await connectBoth(t)
  const ids: string[] = []
  for (const platform of ['bluesky', 'mastodon'])
    for (let no = 0; no < postsEach; no++) {
      const scheduledAt = new Date(t.now().getTime() + seconds(30) + (no * withinMs) / postsEach).toISOString()
      const body = { profileId, content: `No. ${no} on ${platform}`, platforms: [platform], scheduledAt }
      const answer = await ada.post('/v1/posts', body)
      if (answer.status !== 201) throw new Error(answer.text)
      ids.push(answer.body.id)
    }
  // An engine runs until everything goes off.
  await t.anotherEngine().tick()
  const statuses = async () => {
    const found: { status: string; error: string | null }[] = []
    for (const id of ids) {
      const { body } = await ada.get(`/v1/posts/${id}`)
      const [result] = body.results ?? body.targets ?? []
      found.push({ status: body.status, error: result?.errorCode ?? null })
    }
    return found
  }
  return { login, statuses }
}

function sent(t: TestApp, login: string) {
  const { calls } = t.sandbox.calls.list({ account: login })
  return calls.filter(({ call }) => call === 'putRecord' || call === 'createStatus')
}

async function tenMinutes(t: TestApp): Promise<void> {
  const { login, statuses } = await write(t, minutes(9))
  const backAt = t.now().getTime() + minutes(10)
  await t.advance(minutes(10))
  while (sent(t, login).length < 2 * postsEach && t.now().getTime() < backAt + minutes(60)) await t.advance(seconds(5))
  const published = (await statuses()).filter(({ status }) => status === 'published').length
  const gaps = ['bluesky', 'mastodon'].flatMap((network) => {
    const times = sent(t, login)
      .filter((call) => call.network === network)
      .map(({ at }) => Date.parse(at))
    return times.slice(1).map((at, nth) => at - (times[nth] ?? 0))
  })
  const lastMs = Math.max(...sent(t, login).map(({ at }) => Date.parse(at))) - backAt
  console.log(
    `off for 10 minutes: ${sent(t, login).length} sent, ${published} published of ${2 * postsEach}; of one account at least ${Math.min(...gaps) / 1_000} s apart (wanted: 60), at most ${Math.max(...gaps) / 1_000} s; the last ${(lastMs / 60_000).toFixed(0)} minutes after the return`,
  )
  if (published !== 2 * postsEach || Math.min(...gaps) < seconds(60)) process.exitCode = 1
}

async function threeDays(t: TestApp): Promise<void> {
  const { login, statuses } = await write(t, minutes(9))
  await t.advance(3 * 24 * minutes(60))
  await t.advance(minutes(10))
  const found = await statuses()
  const late = found.filter(({ status, error }) => status === 'failed' && error === 'too_late').length
  console.log(
    `off for 3 days: ${sent(t, login).length} sent (wanted: 0), ${late} of ${2 * postsEach} say that it is too late (wanted: all)`,
  )
  if (late !== 2 * postsEach || sent(t, login).length > 0) process.exitCode = 1
}
