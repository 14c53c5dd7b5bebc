import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cancelPost } from '#tasks/posts/cancel-post.ts'
import { createDraft } from '#tasks/posts/create-draft.ts'
import { editPost } from '#tasks/posts/edit-post.ts'
import { getStatus } from '#tasks/posts/get-status.ts'
import { listPosts } from '#tasks/posts/list-posts.ts'
import { listQueue } from '#tasks/posts/list-queue.ts'
import { publishPost } from '#tasks/posts/publish-post.ts'
import { schedulePost } from '#tasks/posts/schedule-post.ts'
import { searchPosts } from '#tasks/posts/search-posts.ts'
import type { Api } from '#tasks/task.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'
import { openInside, refused, succeed } from './stage.ts'

let t: TestApp
let api: Api
let post: { readonly profile: string; readonly content: string; readonly accounts: readonly string[] }
before(async () => {
  t = await startApp({ sandbox: true })
  const w = await connectBoth(t)
  api = await openInside(t, w.person)
  post = { profile: w.profileId, content: 'The lighthouse is open again.', accounts: ['bluesky', 'mastodon'] }
})
after(() => t[Symbol.asyncDispose]())

const nineOClock = { at: '2027-03-01T09:00', timezone: 'Europe/Berlin' }
const idsOf = (result: Record<string, unknown>) => (result.posts as { id: string }[]).map(({ id }) => id)
const postOf = ({ result }: { result: Record<string, unknown> }) => result.post as { id: string; status: string }
const everything = async () => (await api.listPosts()).posts.map(({ id, updatedAt, status }) => [id, updatedAt, status])

test('a dry run shows what would be published and changes nothing', async () => {
  const { result: draft } = await succeed(createDraft, api, post)
  const before = await everything()
  for (const task of [schedulePost, publishPost]) {
    const time = task === schedulePost ? nineOClock : {}
    for (const newPost of [{ ...post, texts: { mastodon: 'Short.' } }, { post: draft.id }]) {
      const { result, text } = await succeed(task, api, { ...newPost, ...time, dryRun: true })
      assert.deepEqual([result.dryRun, result.post], [true, null])
      assert.match(
        text,
        /^The post can be published\..*bluesky:\nThe lighthouse is open again\..*nothing was changed\.$/s,
      )
    }
  }
  assert.deepEqual(await everything(), before)
})

test('a post is scheduled, moved, found, cancelled, edited and published', async () => {
  const made = await succeed(schedulePost, api, { ...post, ...nineOClock })
  const { id } = postOf(made)
  assert.match(made.text, /^Scheduled for Mon 1 Mar 2027, 09:00 Europe\/Berlin: “The lighthouse is open again\.”/)
  const moved = await succeed(schedulePost, api, { post: id, at: '2027-03-02T08:00:00Z' })
  assert.match(moved.text, /^Scheduled for Tue 2 Mar 2027, 09:00 Europe\/Berlin/)
  assert.deepEqual(idsOf((await succeed(listQueue, api)).result), [id])
  assert.ok(idsOf((await succeed(searchPosts, api, { words: 'lighthouse' })).result).includes(id))
  assert.equal((await succeed(cancelPost, api, { post: id })).result.status, 'draft')
  assert.match((await succeed(listQueue, api)).text, /^No posts\.$/)
  const page = await succeed(listPosts, api, { status: ['draft'], limit: 1 })
  assert.match(page.text, /^draft .* \(bluesky, mastodon\) post_\w+\nMore posts are available\.$/)

  await succeed(editPost, api, { post: id, content: 'It is open.', texts: { mastodon: 'Open!' } })
  assert.equal(postOf(await succeed(publishPost, api, { post: id })).status, 'queued')
  await t.settle()
  const { result, text } = await succeed(getStatus, api, { post: id })
  assert.equal(result.status, 'published')
  assert.match(text, /- mastodon: published, http/)
  const shown = t.sandbox.ledger.entries({}).map((entry) => entry.text)
  assert.deepEqual(shown.sort(), ['It is open.', 'Open!'])
})

test('400 warnings_unconfirmed: the error says what to confirm, and the confirmed post is accepted', async () => {
  const file = new File([await noise(20, 20).png().toBuffer()], 'pier.png', { type: 'image/png' })
  const { storagePath } = await api.uploadMedia({ file })
  const body = { ...post, ...nineOClock, media: [{ storagePath }], accounts: ['mastodon'] }
  const { error, text } = await refused(schedulePost, api, body)
  assert.equal(error.code, 'warnings_unconfirmed')
  assert.match(text, /\/media\/0\/altText: .*\nTo publish anyway, confirm the warnings: alt_text_missing\.$/s)
  await succeed(schedulePost, api, { ...body, confirmWarnings: ['alt_text_missing'] })
})

test('400 warnings_unconfirmed: the error names the post that an agent repeats, and the agent can confirm it', async () => {
  await api.updateProfile({ id: post.profile, samePostDays: 7 })
  const again = { ...post, ...nineOClock, content: 'Open on Sundays, too.', accounts: ['bluesky'] }
  const { result } = await succeed(schedulePost, api, again)
  const { error, text } = await refused(schedulePost, api, again)
  assert.equal(error.code, 'warnings_unconfirmed')
  assert.match(text, new RegExp(postOf({ result }).id))
  assert.match(text, /To publish anyway, confirm the warnings: same_post\.$/)
  await succeed(schedulePost, api, { ...again, confirmWarnings: ['same_post'] })
  await api.updateProfile({ id: post.profile, samePostDays: 0 })
})

test('400: an existing post cannot be combined with the text of a new one', async () => {
  const { text } = await refused(publishPost, api, { post: 'post_1', content: 'a' })
  assert.match(text, /\/content: Omit this field when you pass `post`\. Use edit_post to change a post’s content\./)
})
