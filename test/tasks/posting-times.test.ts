import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listPostingTimes, pausePostingTimes, queuePost } from '#tasks/planning/posting-times.ts'
import { createDraft } from '#tasks/posts/create-draft.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth } from '#test/world/posts.ts'
import { openInside, openRemote, refused, succeed } from './stage.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

test('agents, chats and the command line read posting times and queue posts there, each at another time', async () => {
  const w = await connectBoth(t)
  const [chat, program] = [await openInside(t, w.person), openRemote(t, w.key)]
  const profile = w.profileId
  const empty = await succeed(listPostingTimes, chat, { profile })
  assert.match(empty.text, /no posting times/)
  const post = { profile, content: 'A loaf for nine.', accounts: ['mastodon'] }
  const early = await refused(queuePost, chat, post)
  assert.match(early.text, /plan of posting times/)

  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00' }))
  const { id: plan } = await program.createSlotPlan({ profileId: profile, name: 'Mornings', slots, timezone: 'UTC' })
  const times = async () => (await succeed(listPostingTimes, program, { profile })).result.plans as Plan[]
  const [first, second] = (await times())[0]?.times.map(({ at }) => at) ?? []
  const tried = await succeed(queuePost, chat, { ...post, dryRun: true })
  assert.match(tried.text, /nothing was changed.*It would get the posting time/s)
  assert.equal(tried.result.at, first)
  const { result: draft } = await succeed(createDraft, program, { ...post, content: 'A draft for nine.' })
  const both = await Promise.all([
    succeed(queuePost, chat, post),
    succeed(queuePost, program, { post: draft.id, place: 'next' }),
  ])
  const given = both.map(({ result }) => (result.post as { scheduledAt: string }).scheduledAt)
  assert.deepEqual(given.sort(), [first, second])
  const [listed] = await times()
  assert.ok(listed?.times.slice(0, 2).every((time) => time.post !== null))
  assert.match((await succeed(listPostingTimes, chat, { profile })).text, /^Mornings .*\n- .*: post_/)
  const taken = await refused(queuePost, program, { ...post, content: 'Too late.', plan, at: first })
  assert.match(taken.text, /isn’t a free time/)
  const unknown = await refused(queuePost, program, { ...post, accounts: ['mastodon'], plan: 'slots_x' })
  assert.match(unknown.text, /\/plan\b|posting times/)

  const until = new Date(Date.parse(first ?? '') + 20 * 86_400_000).toISOString()
  const paused = await succeed(pausePostingTimes, chat, { profile, until })
  assert.match(paused.text, /^Mornings .*: paused until .*\. Posts moved: 2\.$/)
  assert.ok((await program.getPost({ id: String(draft.id) })).scheduledAt! >= until)
  const resumed = await succeed(pausePostingTimes, program, { profile, plan, until: null })
  assert.match(resumed.text, /resumed\. Posts moved: 2\./)
  assert.ok([first, second].includes((await program.getPost({ id: String(draft.id) })).scheduledAt!))
})

interface Plan {
  readonly times: readonly { readonly at: string; readonly post: string | null }[]
}
