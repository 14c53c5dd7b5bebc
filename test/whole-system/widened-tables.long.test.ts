import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { connectBoth, inTime } from '../world/posts.ts'

/** Writes, changes, repeats and publishes posts, and returns the outcome. */
async function liveADay(t: TestApp, { ada, profileId }: Awaited<ReturnType<typeof connectBoth>>) {
  const soon = new Date(t.now().getTime() + minutes(2))
  const cron = `${soon.getUTCMinutes()} ${soon.getUTCHours()} * * *`
  const newPost = { profileId, content: 'Ahoy.', platforms: ['bluesky', 'mastodon'] }
  const post = await ada.post('/v1/posts', { ...newPost, scheduledAt: inTime(t, minutes(1)) })
  const changed = await ada.patch(`/v1/posts/${post.body.id}`, { content: 'Ahoy there.' })
  const draft = await ada.post('/v1/posts', { ...newPost, saveAsDraft: true })
  const rule = await ada.post('/v1/recurring-posts', { postId: draft.body.id, cron, timezone: 'UTC' })
  const profile = await ada.patch(`/v1/profiles/${profileId}`, { timezone: 'Europe/Berlin' })
  await t.advance(minutes(2))
  const cancelled = await ada.delete(`/v1/recurring-posts/${rule.body.id}`)
  const { body: read } = await ada.get(`/v1/posts/${post.body.id}`)
  const answers = [post, changed, draft, rule, profile, cancelled]
  return {
    answers: answers.map(({ status, text }) => (status < 300 ? status : text)),
    post: [read.status, read.content, read.targets.map((target: { status: string }) => target.status)],
    runs: (await ada.get(`/v1/recurring-posts/${rule.body.id}`)).body.runs,
  }
}

test('a running process works as before while a later version adds a column to every table', async () => {
  await using t = await startApp({ sandbox: true })
  await t.as('root')
  const world = await connectBoth(t)
  const before = await liveADay(t, world)
  assert.deepEqual(before.post, ['published', 'Ahoy there.', ['published', 'published']])
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(t.db)
  for (const { name } of rows)
    await sql.raw(`alter table "${name}" add column of_a_later_version int not null default 1`).execute(t.db)
  assert.deepEqual(await liveADay(t, world), before)
})
