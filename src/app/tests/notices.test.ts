import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { mastodon } from '#connectors/mastodon/index.ts'
import { inTx } from '#infra/db/client.ts'
import { days, minutes } from '#kernel/clock.ts'
import { fromWire, newId } from '#kernel/ids.ts'
import { watchNotices } from '#modules/notices/index.ts'
import type { RowStatus } from '#modules/publishing/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done, grant } from '#test/world/people.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBluesky, connectBoth, inTime, silentBluesky } from '#test/world/posts.ts'

let t: TestApp
const uids = new Map<string, string>()
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: silentBluesky, mastodon } })
  await t.as('root')
  w = await connectBoth(t)
  for (const name of ['boss', 'gone']) {
    const person = await t.as(name)
    await grant(w.person, w.profileId, person, 'admin')
    uids.set(name, person.uid)
  }
  await t.as('stranger')
})
after(() => t[Symbol.asyncDispose]())

interface Notice {
  readonly id: string
  readonly kind: string
  readonly postId: string | null
  readonly accountId: string | null
  readonly expiresAt: string | null
  readonly byName: string | null
  readonly note: string | null
  readonly readAt: string | null
  readonly solvedAt: string | null
}

/** Signs in again: a session ends while a test moves the clock. */
async function signIn(name: string): Promise<Client> {
  const { email, password } = await t.as(name)
  return t.withToken(done(await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)
}
const owner = () => signIn(w.login)
const listed = async (query = '') => done(await (await owner()).get(`/v1/notices${query}`)).body
const about = async (id: string): Promise<Notice[]> =>
  (await listed('?limit=100')).notices.filter((one: Notice) => one.postId === id || one.accountId === id)
const kindsAbout = async (id: string) => (await about(id)).map(({ kind }) => kind)
const fault = (network: string, kind: string, call?: string, times = 1) =>
  t.sandbox.faults.add({ network, kind, times, ...(call ? { call } : {}) } as never)
const publish = async (content: string, platforms: readonly string[], more: object = {}): Promise<string> =>
  done(await w.ada.post('/v1/posts', { profileId: w.profileId, content, platforms, ...more }), 201).body.id
const watch = async () => {
  await inTx(t.db, (tx) => t.deps.queue.enqueue(tx, watchNotices, {}))
  await t.settle()
}
const later = async (ms: number) => {
  await t.advance(ms)
  await watch()
}
const mailsAbout = async (words: string | RegExp, to = `${w.login}@example.com`) =>
  (await mailsTo(t, to)).filter(({ text }) => (typeof words === 'string' ? text.includes(words) : words.test(text)))

/** The notice of each status in which the engine leaves a publication. A new status does not compile. */
const noticeOf: Readonly<Record<RowStatus, string | null>> = {
  queued: null,
  publishing: null,
  processing: null,
  held: 'post_held',
  published: 'post_published',
  failed: 'post_failed',
  unknown: 'post_unknown',
  cancelled: null,
}

/** Makes a post end in a status. */
const endings: Readonly<Partial<Record<RowStatus, () => Promise<string>>>> = {
  published: async () => {
    const id = await publish('It ends well', ['mastodon'])
    await t.settle()
    return id
  },
  failed: async () => {
    fault('mastodon', 'reject', 'createStatus')
    const id = await publish('It ends badly', ['mastodon'])
    await t.settle()
    return id
  },
  unknown: async () => {
    fault('bluesky', 'drop_after', 'putRecord')
    const id = await publish('No one knows', ['bluesky'])
    await t.settle()
    await t.advance(minutes(20))
    await t.advance(minutes(20))
    return id
  },
  held: async () => {
    const id = await publish('It waits', ['mastodon'])
    await sql`update publication set status = 'held', held_why = 'plan', due_at = null, error = 'Your plan has ended.'
      where target_id in (select id from post_target where post_id = ${fromWire('post', id)})`.execute(t.db)
    await later(minutes(10))
    assert.deepEqual(await kindsAbout(id), [], 'not before it has been on hold for 15 minutes')
    await later(minutes(10))
    await later(minutes(1))
    return id
  },
}

test('each ending of the engine has a notice, once', async () => {
  const all = [{ kind: 'post_published', page: true, email: false }]
  done(await (await owner()).put('/v1/notices/preferences', { preferences: all }))
  for (const [status, kind] of Object.entries(noticeOf)) {
    const make = endings[status as RowStatus]
    assert.equal(make === undefined, kind === null, `${status} is ended in by this test if it has a notice`)
    if (make) assert.deepEqual(await kindsAbout(await make()), [kind], status)
  }
})

test('a post that is published on some accounts has a notice, which is solved when a retry publishes the rest', async () => {
  fault('mastodon', 'reject', 'createStatus')
  const id = await publish('Half of it', ['bluesky', 'mastodon'])
  await t.settle()
  const [notice] = await about(id)
  assert.deepEqual([notice?.kind, notice?.solvedAt], ['post_partial', null])
  done(await w.ada.post(`/v1/posts/${id}/retry`))
  await t.settle()
  assert.ok((await about(id)).find(({ kind }) => kind === 'post_partial')?.solvedAt)
  await later(minutes(4))
  assert.deepEqual(await mailsAbout('Half of it'), [], 'no email about what has passed')
})

test('a failed post is emailed after three minutes, once to each person and with its link, and not to someone who has left', async () => {
  fault('mastodon', 'reject', 'createStatus')
  const id = await publish('To be reported', ['mastodon'])
  await t.settle()
  done(await (await owner()).delete(`/v1/profiles/${w.profileId}/members/${uids.get('gone')}`))
  await later(minutes(2))
  assert.deepEqual(await mailsAbout('To be reported'), [])
  await later(minutes(2))
  for (let round = 0; round < 3; round += 1) await watch()
  for (const to of [`${w.login}@example.com`, 'boss@example.com']) {
    const [mail, ...others] = await mailsAbout('To be reported', to)
    assert.equal(others.length, 0, to)
    assert.match(mail?.subject ?? '', /^A of user-\d+ post failed$/)
    assert.ok(mail?.text.includes(`/p/${w.profileId}/posts/${id}`))
    assert.match(mail?.text ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  }
  assert.deepEqual(await mailsAbout('To be reported', 'gone@example.com'), [])
  assert.deepEqual((await (await signIn('gone')).get('/v1/notices')).body.notices, [])
})

test('an email about a post has a small square image of its first file, and is sent without one that cannot be read', async () => {
  const fail = async (content: string) => {
    const file = await noise(content.length * 20, 300)
      .jpeg()
      .toBuffer()
    const { storagePath } = done(await w.ada.upload('/v1/media/upload', { file, fileName: 'harbour.jpg' })).body
    fault('mastodon', 'reject', 'createStatus')
    await publish(content, ['mastodon'], { media: [{ storagePath, altText: 'The harbour' }] })
    await t.settle()
  }
  await fail('It fails with an image')
  await later(minutes(4))
  const [mail] = await mailsAbout('It fails with an image')
  assert.ok(mail)
  assert.match(mail.text, /<img src="cid:post" width="58" height="58" alt=""/)
  const { format, width, height } = await sharp(imageOf(mail.raw, 'post')).metadata()
  assert.deepEqual([format, width, height], ['png', 116, 116])

  await fail('It fails with a lost image')
  await sql`delete from media_thumbnail`.execute(t.db)
  await rm(join(t.folder, 'media'), { recursive: true })
  await later(minutes(4))
  const [plain] = await mailsAbout('It fails with a lost image')
  assert.ok(plain)
  assert.doesNotMatch(plain.raw, /cid:post["=]|Content-Id: <post>/i)
})

test('an email about a post shows the part of its image that the post shows', async () => {
  const colors = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 300, height: 300, channels: 3, background: '#0000ff' } }, left: 300, top: 0 },
    ])
    .png()
    .toBuffer()
  const { storagePath } = done(await w.ada.upload('/v1/media/upload', { file: colors, fileName: 'half.png' })).body
  fault('mastodon', 'reject', 'createStatus')
  const view = { crop: [0.5, 0, 0.5, 1] }
  await publish('It fails with a part', ['mastodon'], { media: [{ storagePath, altText: 'Two colors', view }] })
  await t.settle()
  await later(minutes(4))
  const [mail] = await mailsAbout('It fails with a part')
  const { channels } = await sharp(imageOf(mail?.raw ?? '', 'post')).stats()
  assert.deepEqual(
    channels.slice(0, 3).map(({ min, max }) => [min, max]),
    [
      [0, 0],
      [0, 0],
      [255, 255],
    ],
  )
})

/** Returns an image that an email contains. */
function imageOf(raw: string, cid: string): Buffer {
  const part = raw.split(/\r\n--[^\r\n]+\r\n/).find((one) => one.toLowerCase().includes(`content-id: <${cid}>`))
  const [, body = ''] = part?.split('\r\n\r\n') ?? []
  return Buffer.from(body, 'base64')
}

test('an email’s link turns off its kind, and a GET changes nothing', async () => {
  const [mail] = await mailsAbout('To be reported', 'boss@example.com')
  const path = /(\/v1\/notices\/off\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const emails = async () =>
    done(await (await signIn('boss')).get('/v1/notices/preferences'))
      .body.preferences.filter(({ email }: { email: boolean }) => !email)
      .map(({ kind }: { kind: string }) => kind)
  const ended = path.replace(/[>\s].*$/, '')
  assert.match((await t.anyone.get(ended)).text, /Turn off these emails\?/)
  assert.deepEqual(await emails(), ['post_published'])
  assert.equal((await t.anyone.post(ended)).status, 200)
  assert.deepEqual(await emails(), ['post_failed', 'post_published'])
  assert.equal((await t.anyone.post(`${ended.slice(0, -4)}AAAA`)).status, 404)
  fault('mastodon', 'reject', 'createStatus')
  await publish('For one person', ['mastodon'])
  await t.settle()
  await later(minutes(4))
  assert.equal((await mailsAbout('For one person')).length, 1)
  assert.deepEqual(await mailsAbout('For one person', 'boss@example.com'), [])
})

test('a storm of causes is one email, however often the job runs', async () => {
  const before = (await mailsAbout(/posts and accounts need attention/)).length
  await t.advance(minutes(30))
  const id = await publish('In a storm', ['mastodon'], { saveAsDraft: true })
  const uid = fromWire('usr', w.person.uid)
  const [postId, profileId] = [fromWire('post', id), fromWire('prof', w.profileId)]
  for (let nth = 0; nth < 30; nth += 1)
    await sql`insert into notice (id, uid, profile_id, kind, post_id, cause_key, on_page, by_mail, made_at)
      values (${newId<'ntc'>(t.now())}, ${uid}, ${profileId}, 'post_failed', ${postId}, ${`storm ${nth}`}, true, true,
        ph.now())`.execute(t.db)
  await later(minutes(4))
  await later(minutes(1))
  const mails = await mailsAbout(/posts and accounts need attention/)
  assert.equal(mails.length, before + 1)
  assert.match(mails.at(-1)?.subject ?? '', /^30 posts and accounts need attention$/)
  assert.match(mails.at(-1)?.text ?? '', /and 10 more/)
})

test('an account that must be reconnected is reported with the posts that wait, and solved by reconnecting', async () => {
  fault('mastodon', 'revoked_token', undefined, 9)
  await publish('Locked out', ['mastodon'])
  await t.settle()
  const [notice] = await about(w.mastodon)
  assert.deepEqual([notice?.kind, notice?.solvedAt], ['account_reconnect', null])
  await t.advance(minutes(20))
  await later(minutes(4))
  const [mail, ...others] = await mailsAbout(/^Subject: Reconnect Mastodon/m)
  assert.deepEqual([others.length, /[12] posts? (?:is|are)\s+waiting/.test(mail?.text ?? '')], [0, true])
  assert.ok(mail?.text.includes(`/p/${w.profileId}/connections`))
  t.sandbox.faults.remove()
})

test('access that ends within a week and cannot be renewed is reported once, and solved by reconnecting', async () => {
  const ends = (ms: number) => new Date(t.now().getTime() + ms)
  const expire = (expiresAt: Date, renewable: boolean) =>
    sql`update network_grant g set expires_at = ${expiresAt}, renewable = ${renewable}, status = 'active'
      from account where account.grant_id = g.id and account.id = ${fromWire('acc', w.bluesky)}`.execute(t.db)
  const reported = async () => (await about(w.bluesky)).filter(({ kind }) => kind === 'account_expiring')
  await expire(ends(days(6)), true)
  await watch()
  assert.deepEqual(await reported(), [], 'not what is renewed')
  await expire(ends(days(8)), false)
  await watch()
  assert.deepEqual(await reported(), [], 'not before the last week')
  const expiresAt = ends(days(7) - 1_000)
  await expire(expiresAt, false)
  await watch()
  await watch()
  const [notice, ...others] = await reported()
  assert.deepEqual([others.length, notice?.solvedAt], [0, null])
  assert.equal(new Date(notice?.expiresAt ?? 0).getTime(), expiresAt.getTime())
  await later(minutes(4))
  const day = expiresAt.toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const [mail, ...more] = await mailsAbout(new RegExp(`^Subject: Reconnect Bluesky .* before ${day}`, 'm'))
  assert.deepEqual([more.length, mail?.text.includes(`/p/${w.profileId}/connections`)], [0, true])
  await connectBluesky(await owner(), w.profileId, w.login)
  assert.notEqual((await reported())[0]?.solvedAt, null)
  await expire(ends(days(90)), true)
})

test('a client’s comment reaches the author, and an approval reaches the page without a second email', async () => {
  const id = await publish('For the client', ['bluesky'], { saveAsDraft: true })
  const { token } = done(await w.ada.post(`/v1/posts/${id}/share-link`, { comments: true }), 201).body
  done(await t.anyone.post(`/v1/share/p/${token}/comments`, { name: 'Maria', text: 'A darker photo?' }), 201)
  const [notice] = await about(id)
  assert.deepEqual([notice?.kind, notice?.byName, notice?.note], ['client_commented', 'Maria', 'A darker photo?'])
  await later(minutes(4))
  const [mail] = await mailsAbout('A darker photo?')
  assert.match(mail?.subject ?? '', /^Maria commented on a of user-\d+ post$/)

  done(await (await owner()).patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 1 }))
  done(await w.ada.post(`/v1/posts/${id}/request-approval`, { note: 'For Monday.' }))
  await t.settle()
  const asked = async () =>
    (await (await signIn('boss')).get('/v1/notices')).body.notices.filter(
      ({ kind }: Notice) => kind === 'approval_requested',
    )
  assert.equal((await asked()).length, 1)
  await later(minutes(10))
  const [request, ...more] = await mailsAbout('For Monday.', 'boss@example.com')
  assert.deepEqual(more, [])
  assert.ok(request?.text.includes(`/p/${w.profileId}/posts/${id}`), 'it leads to the post')
  const key = await signIn('boss')
  const { contentHash } = done(await key.get(`/v1/posts/${id}/approvals`)).body
  done(await key.post(`/v1/posts/${id}/approve`, { contentHash }))
  assert.ok((await (await signIn('boss')).get('/v1/notices')).body.notices.some(({ solvedAt }: Notice) => solvedAt))
  assert.ok((await kindsAbout(id)).includes('post_approved'))
})

test('notices are read one by one or all, and the unread are counted', async () => {
  const { unread, notices } = await listed('?unread=true&limit=2')
  assert.ok(unread > 2 && notices.length === 2, JSON.stringify({ unread, notices }))
  const me = await owner()
  const one = done(await me.post('/v1/notices/read', { ids: [notices[0].id] })).body
  assert.equal(one.unread, unread - 1)
  const stranger = await signIn('stranger')
  done(await stranger.post('/v1/notices/read', { ids: [notices[1].id] }))
  assert.equal((await listed()).unread, unread - 1, 'a stranger reads no one else’s notices')
  assert.equal((await me.post('/v1/notices/read', {})).status, 400)
  assert.equal(done(await me.post('/v1/notices/read', { all: true })).body.unread, 0)
  assert.deepEqual((await listed('?unread=true')).notices, [])
})

test('what someone says who asks for approval stands next to their photo, and without a photo in a plain quotation', async () => {
  const need = async (requiredApprovals: number) =>
    done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals, approverRole: 'admin' }))
  await need(1)
  const ask = async (content: string) => {
    const id = await publish(content, ['mastodon'], { scheduledAt: inTime(t, days(2)) })
    done(await w.ada.post(`/v1/posts/${id}/request-approval`, { note: 'Is the darker photo better?' }))
    const [mail] = await mailsAbout(content, 'boss@example.com')
    assert.ok(mail)
    return mail
  }
  const plain = await ask('Asked without a photo')
  assert.match(plain.text, /<blockquote [^>]*>Is the darker photo better\?</)
  assert.doesNotMatch(plain.raw, /cid:speaker|Content-Id: <speaker>/i)

  const file = await noise(80, 80).png().toBuffer()
  done(await (await owner()).upload('/v1/auth/me/avatar', { file, fileName: 'me.png' }, { method: 'PUT' }))
  const mail = await ask('Asked with a photo')
  const [first = '', second = ''] = mail.text.split('<img src="cid:speaker"')
  assert.match(first, /<blockquote [^>]*>Asked with a photo</)
  assert.match(second, /^.{0,200}Is the darker photo better\?/s)
  const { format, width } = await sharp(imageOf(mail.raw, 'speaker')).metadata()
  assert.deepEqual([format, width], ['png', 48])
  await need(0)
})
