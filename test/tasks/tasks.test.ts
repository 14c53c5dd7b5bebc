import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromWire, type UserId } from '#kernel/ids.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { listAccounts } from '#tasks/accounts/list-accounts.ts'
import { createDraft } from '#tasks/posts/create-draft.ts'
import { getStatus } from '#tasks/posts/get-status.ts'
import { validatePost } from '#tasks/posts/validate-post.ts'
import { listProfiles } from '#tasks/profiles/list-profiles.ts'
import type { Api } from '#tasks/task.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth } from '#test/world/posts.ts'
import { openInside, openRemote, refused, succeed } from './stage.ts'

/** Tests the tasks over both of their ports: in the process, like a chat, and over HTTP with a key. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let ways: Readonly<Record<string, Api>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  ways = { 'inside the process': await openInside(t, w.person), 'over HTTP': openRemote(t, w.key) }
})
after(() => t[Symbol.asyncDispose]())

test('a draft is created, checked and followed in the same way within the process and over HTTP', async () => {
  for (const [way, api] of Object.entries(ways)) {
    const { result: listed } = await succeed(listProfiles, api)
    assert.deepEqual((listed.profiles as { id: string }[]).map(({ id }) => id).includes(w.profileId), true, way)
    const { result: accounts } = await succeed(listAccounts, api, { profile: w.profileId })
    assert.deepEqual(
      (accounts.accounts as { id: string }[]).map(({ id }) => id).sort(),
      [w.bluesky, w.mastodon].sort(),
      way,
    )
    const post = { profile: `OF ${w.login}`, content: 'The lighthouse is open.', accounts: ['mastodon', w.bluesky] }
    const { result: check } = await succeed(validatePost, api, { ...post, texts: { mastodon: 'Open.' } })
    assert.equal(check.canPublish, true, way)
    assert.deepEqual(check.previews, [
      { network: 'mastodon', text: 'Open.' },
      { network: 'bluesky', text: 'The lighthouse is open.' },
    ])
    const { result: draft, text } = await succeed(createDraft, api, post)
    assert.match(text, /^Draft: “The lighthouse is open\.” post_/)
    const { result: status } = await succeed(getStatus, api, { post: draft.id })
    assert.deepEqual(status, draft, way)
  }
})

test('a message that arrives twice creates one draft, because the message’s key is the Idempotency-Key', async () => {
  const post = { profile: w.profileId, content: 'Said twice.' }
  const first = await succeed(createDraft, await openInside(t, w.person, 'message-1'), post)
  const again = await succeed(createDraft, await openInside(t, w.person, 'message-1'), post)
  assert.equal(again.result.id, first.result.id)
  const other = await refused(createDraft, await openInside(t, w.person, 'message-1'), { ...post, content: 'Else.' })
  assert.equal(other.error.code, 'idempotency_key_reused')
})

test('400: the error for invalid input names the field and the choices', async () => {
  const api = await openInside(t, w.person)
  const cases: readonly [object, RegExp][] = [
    [{ profile: 'Nobody' }, /\/profile: No profile has this name\. Profiles: .*prof_/],
    [
      { profile: w.profileId, accounts: ['@nobody'] },
      /\/accounts\/0: No account is named "@nobody"\. Accounts: .*acc_/,
    ],
    [{ profile: w.profileId, content: 'a', texts: { x: 'b' } }, /\/texts\/x: The post isn’t published to this network/],
    [{ content: 7 }, /\/content: must be a text/],
    [{ profile: w.profileId, contents: 'a' }, /\/contents: isn’t a known field/],
  ]
  for (const [input, says] of cases) {
    const { error, text } = await refused(createDraft, api, input)
    assert.equal(error.code, 'validation_failed')
    assert.match(text, says)
  }
})

test('403 and 404: a task has only its caller’s rights, even within the process', async () => {
  const stranger = await openInside(t, await t.as('stranger'))
  assert.equal((await refused(listAccounts, stranger, { profile: w.profileId })).error.code, 'profile_forbidden')
  const { result } = await succeed(createDraft, ways['over HTTP']!, { profile: w.profileId, content: 'Mine.' })
  assert.equal((await refused(getStatus, stranger, { post: result.id })).error.code, 'post_forbidden')
  // The first user administers the installation, but not from a chat.
  const root = await openInside(t, await t.as('root'))
  await assert.rejects(root.getAdminOverview(), { code: 'role_required' })
})

test('a caller within the process is identified by the request object, never by a client’s header', async () => {
  const headers = { authorization: 'Bearer inside', 'x-request-id': 'req_from_a_chat', 'user-agent': 'Posthorn' }
  const answer = await t.anyone.get('/v1/profiles', { headers })
  assert.equal(answer.status, 401)
  const gone = await t.as('gone')
  const uid = fromWire('usr', gone.uid) as UserId
  assert.equal((await gone.delete('/v1/auth/me')).status, 200)
  assert.equal(await callerOfUser(t.deps, uid, 'req_1'), null)
})

test('a file of several megabytes is sent the same way as a text', async () => {
  const api = await openInside(t, w.person)
  const file = new File([Buffer.alloc(3_000_000)], 'nothing.png', { type: 'image/png' })
  await assert.rejects(api.uploadMedia({ file, profileId: w.profileId }), { code: 'media_type_not_allowed' })
})
