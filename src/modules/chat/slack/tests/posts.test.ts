import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mastodon } from '#connectors/mastodon/index.ts'
import { minutes } from '#kernel/clock.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openSlack, type SlackStage, withAccount } from '#test/world/chats/slack.ts'
import { pdfOf } from '#test/world/files/pdf.ts'
import { grant } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBluesky, connectMastodon, silentBluesky } from '#test/world/posts.ts'

let t: TestApp
let slack: SlackStage
let profileId: string
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: silentBluesky, mastodon } })
  slack = openSlack(t)
  await t.as('root')
  const { person, profile } = await withAccount(t, 'ada', 'alice')
  profileId = profile.id
  await slack.install(person)
})
after(() => t[Symbol.asyncDispose]())

type Body = ReturnType<typeof JSON.parse>

const postWith = async (text: string): Promise<Body> => {
  const { body } = await (await t.as('ada')).get('/v1/posts')
  return body.posts.find(({ content }: Body) => content === text)
}
const last = (account = 'alice') => slack.received(account).at(-1) ?? ''
const values = (more: object = {}) => ({
  text: { text: { type: 'plain_text_input', value: 'From the modal' } },
  accounts: { accounts: { type: 'multi_static_select', selected_options: [] as object[] } },
  after: { after: { type: 'static_select', selected_option: { value: 'draft' } } },
  ...more,
})
const chosen = async () => {
  const { body } = await (await t.as('ada')).get('/v1/connections')
  const accounts = {
    type: 'multi_static_select',
    selected_options: body.connections.map(({ id }: Body) => ({ value: id })),
  }
  return { accounts: { accounts } }
}
const at = (date: string, time: string) => ({
  date: { date: { type: 'datepicker', selected_date: date } },
  time: { time: { type: 'timepicker', selected_time: time } },
})
const then = (value: string) => ({ after: { after: { type: 'static_select', selected_option: { value } } } })

test('a message with a file becomes a draft, and its buttons publish or discard it', async () => {
  const bytes = await plain(40, 30).png().toBuffer()
  await slack.does('alice', 'say', {
    text: 'Fresh fish <https://fish.example>',
    files: [{ name: 'fish.png', mimetype: 'image/png', bytes }],
  })
  const draft = await postWith('Fresh fish <https://fish.example>')
  assert.equal(draft.status, 'draft')
  assert.equal(draft.media.length, 1)
  assert.match(last(), /^Draft saved in Harbour: Fresh fish/)
  await slack.does('alice', 'press', { action: 'publish_now' })
  // The API warns about an image without alt text, and the person decides.
  assert.match(last(), /No alt text/)
  await slack.does('alice', 'press', { action: 'publish_warned' })
  const [out] = t.sandbox.ledger.entries({ network: 'bluesky', account: 'alice' })
  assert.match(out?.text ?? '', /Fresh fish/)
  assert.equal(out?.media.length, 1)
  assert.equal((await postWith(draft.content)).status, 'published')
  assert.match(last(), /^Published .*: Fresh fish/)

  await slack.does('alice', 'say', 'Rotten fish')
  await slack.does('alice', 'press', { action: 'discard' })
  assert.match(last(), /to trash/)
  assert.equal(await postWith('Rotten fish'), undefined)
})

test('a message’s files, including documents, belong to its profile, and every member can use them', async () => {
  await slack.does('alice', 'say', {
    text: 'The menu',
    files: [{ name: 'menu.pdf', mimetype: 'application/pdf', bytes: pdfOf(1) }],
  })
  const { media } = await postWith('The menu')
  const { body } = await (await t.as('ada')).get(`/v1/media?profileId=${profileId}`)
  const [{ storagePath, profileId: of }] = body.media
  assert.deepEqual([storagePath, of], [media[0].storagePath, profileId])
  await slack.does('alice', 'press', { action: 'discard' })
})

test('a file of another organization, which has no URL, is read by its ID', async () => {
  const bytes = await plain(40, 30).png().toBuffer()
  const files = [{ name: 'shared.png', mimetype: 'image/png', bytes }]
  const { settings } = t.sandbox.network('slack')
  settings.change({ filesByInfo: true })
  await slack.does('alice', 'say', { text: 'From a partner', files })
  settings.change({ filesByInfo: false })
  const { id, media } = await postWith('From a partner')
  const { body } = await (await t.as('ada')).get(`/v1/media?storagePath=${media[0].storagePath}`)
  assert.deepEqual([media.length, body.media[0].fileName, body.media[0].width], [1, 'shared.png', 40])
  await (await t.as('ada')).delete(`/v1/posts/${id}`)

  // Slack no longer shares it: the text stays, and the person sees why the file is missing.
  settings.change({ filesByInfo: true, filesFound: false })
  await slack.does('alice', 'say', { text: 'Withdrawn', files })
  settings.change({ filesByInfo: false, filesFound: true })
  assert.match(last(), /^file: This file is no longer on Slack\./)
  const withdrawn = await postWith('Withdrawn')
  assert.equal(withdrawn.media.length, 0)
  await (await t.as('ada')).delete(`/v1/posts/${withdrawn.id}`)
})

test('if a file is refused, its message’s text and other files stay in the draft', async () => {
  const bytes = await plain(40, 30).png().toBuffer()
  const torn = { name: 'torn.png', mimetype: 'image/png', bytes: Buffer.from('no picture') }
  const files = [{ name: 'whole.png', mimetype: 'image/png', bytes }, torn]
  await slack.does('alice', 'say', { text: 'One of two', files })
  assert.match(last(), /^torn\.png: .* not of an accepted type/)
  const { id, media } = await postWith('One of two')
  assert.equal(media.length, 1)
  await (await t.as('ada')).delete(`/v1/posts/${id}`)
})

test('the commands show the queue, drafts, status and metrics, and an unknown one shows the help', async () => {
  await slack.does('alice', 'command', '/posthorn new Bread at nine')
  assert.match(last(), /^Draft saved in Harbour: Bread at nine/)
  for (const [verb, answer] of [
    ['drafts', /^Harbour: Drafts/],
    ['queue', /^Harbour: Queue\nNothing scheduled/],
    ['status', /Draft: 1.*Published: 1.*All accounts are connected/s],
    ['stats', /0 posts, no metrics yet/],
    ['profile', /You’re posting as Harbour, your only brand/],
    ['profile Nowhere', /No brand with that name. Your brands: Harbour/],
    ['profile harbour', /You’re now posting as Harbour\./],
    ['run list_accounts', /bluesky @?alice\.sandbox/],
    ['run get_status {“post”: “post_x”}', /post_x|post/],
    ['run nothing', /validate_post/],
    ['dance', /don’t know that command/],
  ] as const) {
    await slack.does('alice', 'command', `/posthorn ${verb}`)
    assert.match(last(), answer, verb)
  }
})

test('every task in the catalog can be run by name', async () => {
  await slack.does('alice', 'command', '/posthorn tasks')
  for (const { name } of catalogue) assert.ok(last().includes(`\`${name}\``), name)
})

test('the composer saves, schedules and publishes; its errors are shown next to the fields', async () => {
  await slack.does('alice', 'shortcut')
  const empty = await slack.does(
    'alice',
    'submit',
    values({ text: { text: { type: 'plain_text_input', value: ' ' } } }),
  )
  assert.deepEqual(JSON.parse(empty.body).errors, { text: 'Write something or add media.' })
  const nowhere = await slack.does('alice', 'submit', values(then('publish')))
  assert.deepEqual(Object.keys(JSON.parse(nowhere.body).errors), ['accounts'])
  const body = values({ ...(await chosen()), ...then('schedule') })
  const past = await slack.does('alice', 'submit', { ...body, ...at('2020-01-01', '09:00') })
  assert.deepEqual(JSON.parse(past.body).errors, { time: 'Choose a time in the future.' })
  const day = new Date(t.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  assert.equal((await slack.does('alice', 'submit', { ...body, ...at(day, '09:00') })).body, '')
  const post = await postWith('From the modal')
  assert.equal(post.status, 'scheduled')
  // Nine o'clock in Amsterdam, the time zone of the profile.
  assert.equal(post.scheduledAt, `${day}T08:00:00.000Z`)
  assert.match(last(), /^Scheduled for .* 09:00 Europe\/Amsterdam/)

  await slack.does('alice', 'command', '/posthorn new')
  await slack.does(
    'alice',
    'submit',
    values({ ...(await chosen()), ...then('publish'), text: { text: { value: 'Now' } } }),
  )
  assert.equal((await postWith('Now')).status, 'published')
})

test('an edit that does not change the accounts keeps a network that has no account', async () => {
  await slack.does('alice', 'say', 'Fish & chips')
  assert.match(last(), /^Draft saved in Harbour: Fish &amp; chips/)
  const ada = await t.as('ada')
  const { id } = await postWith('Fish & chips')
  await ada.patch(`/v1/posts/${id}`, { platforms: ['bluesky', 'mastodon'] })
  const { id: ts } = t.sandbox.ledger.entries({ network: 'slack', account: 'alice' }).at(-1)!
  await slack.does('alice', 'press', { action: 'open_edit', ts })
  const text = { text: { type: 'plain_text_input', value: 'Fish and chips' } }
  await slack.does('alice', 'submit', values({ ...(await chosen()), text }))
  const { body } = await ada.get(`/v1/posts/${id}`)
  assert.deepEqual([body.content, body.targets.length], ['Fish and chips', 2])
  await ada.delete(`/v1/posts/${id}`)
})

test('“Create post” copies a message’s text into the composer', async () => {
  const { ts } = await slack.does('alice', 'say', 'A & B <b>')
  await slack.does('alice', 'message_shortcut', ts)
  const view = await modalOf('alice')
  assert.equal(view.blocks.find(({ block_id }: Body) => block_id === 'text').element.initial_value, 'A & B <b>')
})

test('the home tab has the queue and the drafts, with working buttons', async () => {
  await slack.does('alice', 'open_home')
  const texts = JSON.stringify(await homeOf('alice'))
  for (const text of ['*Harbour*', 'From the modal', 'Bread at nine', 'publish_now'])
    assert.ok(texts.includes(text), text)
  await slack.act('alice', 'close')
  await slack.does('alice', 'press', { action: 'discard' })
  assert.ok(!JSON.stringify(await homeOf('alice')).includes('From the modal'))
})

test('people are notified of published and failed posts, and of accounts to reconnect', async () => {
  const ada = await t.as('ada')
  const { body: profiles } = await ada.get('/v1/profiles')
  const draft = { profileId: profiles[0].id, platforms: ['bluesky'] }
  await ada.post('/v1/posts', { ...draft, content: 'By the web' })
  await t.settle()
  assert.match(last(), /^Published .*: By the web/)
  t.sandbox.faults.add({ network: 'bluesky', kind: 'reject', times: 9 })
  await ada.post('/v1/posts', { ...draft, content: 'Refused there' })
  await t.settle()
  assert.match(last(), /^Failed: Refused there/)
  t.sandbox.faults.remove()
})

test('a partly failed post is reported, and Retry sends what failed', async () => {
  const ada = await t.as('ada')
  await connectMastodon(t, ada, profileId)
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reject', call: 'createStatus', times: 1 })
  await ada.post('/v1/posts', { profileId, platforms: ['bluesky', 'mastodon'], content: 'Half of it' })
  await t.settle()
  assert.match(last(), /^Partly published .*: Half of it/)
  await slack.does('alice', 'press', { action: 'retry' })
  assert.equal((await postWith('Half of it')).status, 'published')
  for (const network of ['bluesky', 'mastodon'])
    assert.equal(t.sandbox.ledger.entries({ network }).filter(({ text }) => text.includes('Half of it')).length, 1)
})

test('a warning about a scheduled post offers a separate button', async () => {
  const bytes = await plain(40, 30).png().toBuffer()
  await slack.does('alice', 'say', { text: 'Dried fish', files: [{ name: 'a.png', mimetype: 'image/png', bytes }] })
  const { id: ts } = t.sandbox.ledger.entries({ network: 'slack', account: 'alice' }).at(-1)!
  await slack.does('alice', 'press', { action: 'open_schedule', ts })
  const day = new Date(t.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  await slack.does('alice', 'submit', at(day, '10:00'))
  assert.match(last(), /No alt text/)
  assert.equal((await postWith('Dried fish')).status, 'draft')
  await slack.does('alice', 'press', { action: 'schedule_warned' })
  assert.equal((await postWith('Dried fish')).scheduledAt, `${day}T09:00:00.000Z`)
  t.sandbox.faults.add({ network: 'bluesky', kind: 'revoked_token', times: 9 })
  await (await t.as('ada')).post('/v1/posts', {
    profileId: (await postWith('Now')).profileId,
    platforms: ['bluesky'],
    content: 'Locked out',
  })
  await t.settle()
  assert.ok(
    slack.received('alice').some((text) => /Reconnect alice\.sandbox on Bluesky/.test(text)),
    last(),
  )
})

test('an approval request reaches the profile’s other members, who approve or reject with its buttons', async () => {
  const ada = await t.as('ada')
  const { body: profiles } = await ada.get('/v1/profiles')
  const bob = await t.as('bob')
  await grant(ada, profiles[0].id, bob, 'admin')
  const ruled = await ada.patch(`/v1/profiles/${profiles[0].id}`, { requiredApprovals: 1 })
  assert.equal(ruled.status, 200, ruled.text)
  const { command } = (await bob.post('/v1/agent/chat-b/link-code', {})).body
  await slack.does('bob', 'command', command)
  const draft = { profileId: profiles[0].id, platforms: ['bluesky'], saveAsDraft: true }
  const { body: post } = await ada.post('/v1/posts', { ...draft, content: 'May I?' })
  const response = await ada.post(`/v1/posts/${post.id}/request-approval`, {})
  assert.equal(response.status, 200, response.text)
  await t.settle()
  assert.match(last('bob'), /needs your approval/)
  await slack.does('bob', 'press', { action: 'open_reject' })
  await slack.does('bob', 'submit', { reason: { reason: { value: 'Say please.' } } })
  assert.match(last('bob'), /Rejected/)
  await ada.post(`/v1/posts/${post.id}/request-approval`, {})
  await t.settle()
  await slack.does('bob', 'press', { action: 'approve' })
  assert.match(last('bob'), /You approved this post/)
})

test('an unknown outcome is reported once', async () => {
  t.sandbox.faults.remove()
  const ada = await t.as('ada')
  await ada.patch(`/v1/profiles/${profileId}`, { requiredApprovals: 0 })
  // The held post is published now, and its response is lost.
  t.sandbox.faults.add({ network: 'bluesky', kind: 'drop_after', call: 'putRecord', times: 1 })
  await connectBluesky(ada, profileId)
  await t.settle()
  await t.advance(minutes(20))
  await t.advance(minutes(20))
  assert.equal(
    slack.received('alice').filter((text) => /^We can’t tell if this post was published.*Locked out/.test(text)).length,
    1,
  )
})

const modalOf = async (account: string): Promise<Body> => (await slack.act(account, 'look')).modal
const homeOf = async (account: string): Promise<Body> => (await slack.act(account, 'look')).home
