import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import type { Network } from '#rules/network-names.ts'
import { everyNetwork } from '../connector-suite/networks/index.ts'
import { done } from '../world/people.ts'
import { type Connected, type KindStage, openKindStage } from './stage.ts'
import { filesOf } from './written.ts'

/** One post whose accounts publish it in different kinds. */
let stage: KindStage
let profileId = ''
const accounts = new Map<Network, Connected>()
before(async () => {
  stage = await openKindStage()
  for (const network of ['instagram', 'youtube', 'linkedin', 'x', 'mastodon'] as const) {
    const connected = await stage.connect(everyNetwork[network], undefined, profileId || undefined)
    profileId = connected.profileId
    accounts.set(network, connected)
  }
})
after(() => stage[Symbol.asyncDispose]())

const entriesOf = (network: Network) =>
  stage.t.sandbox.ledger.entries({ network, account: accounts.get(network)?.ledgerName ?? '' })

async function publish(body: object) {
  const { id } = done(await stage.by.post('/v1/posts', { profileId, ...body }), 201).body
  await stage.settle()
  const { body: post } = await stage.by.get(`/v1/posts/${id}`)
  for (const { network, status, error } of post.targets)
    assert.deepEqual([network, status, error], [network, 'published', null])
  return post
}

const issuesOf = async (body: object) =>
  done(await stage.by.post('/v1/posts/validate', { profileId, ...body })).body.errors.map(
    ({ path, code, fix }: { path: string; code: string; fix: string }) => ({ path, code, fix }),
  )

test('one video is a reel on Instagram, a short on YouTube and an ordinary post on LinkedIn', async () => {
  const platforms = [
    { platform: 'instagram', format: 'reel' },
    { platform: 'youtube', format: 'short', title: 'At dawn', settings: { madeForKids: false } },
    'linkedin',
  ]
  const film = { content: 'The harbour at dawn', media: filesOf(stage, ['film']) }
  const post = await publish({ ...film, platforms })
  assert.equal(post.format, 'post')
  const overrides = post.targets.map((target: { overrides: object }) => target.overrides)
  assert.deepEqual(overrides[0], { format: 'reel' })
  assert.equal(overrides[1].format, 'short')
  assert.deepEqual(overrides[2], {})
  const sent = await stage.t.db.selectFrom('publication').select(['network', 'format']).orderBy('id').execute()
  assert.deepEqual(
    new Map(sent.map(({ network, format }) => [network, format])),
    new Map([
      ['instagram', 'reel'],
      ['youtube', 'short'],
      ['linkedin', 'post'],
    ]),
  )
  for (const network of ['instagram', 'youtube', 'linkedin'] as const)
    assert.equal(entriesOf(network).at(-1)?.media[0]?.kind, 'video', network)

  // A kind that the network lacks is an error of that account.
  const [error] = await issuesOf({ ...film, platforms: ['instagram', { platform: 'linkedin', format: 'reel' }] })
  assert.deepEqual([error.path, error.code], ['/platforms/1/format', 'format_not_supported'])
})

test('a thread is a thread on X and Mastodon, and joined or cut on LinkedIn by choice', async () => {
  const thread = {
    content: 'First the dough.',
    thread: [{ content: 'Then the oven.', media: filesOf(stage, ['picture']) }, { content: 'Then the butter.' }],
    format: 'thread',
  }
  const [refused] = await issuesOf({ ...thread, platforms: ['x', 'mastodon', 'linkedin'] })
  assert.deepEqual([refused.path, refused.code], ['/thread', 'format_not_supported'])
  assert.match(refused.fix, /Join the thread into one text .*`join` or `omit`/)

  await publish({ ...thread, platforms: ['x', 'mastodon', { platform: 'linkedin', thread: 'join' }] })
  assert.equal(entriesOf('x').length, 3)
  assert.equal(entriesOf('mastodon').length, 3)
  const joined = entriesOf('linkedin').at(-1)
  assert.equal(joined?.text, 'First the dough.\n\nThen the oven.\n\nThen the butter.')
  assert.equal(joined?.media.length, 1)

  await publish({ ...thread, platforms: [{ platform: 'linkedin', thread: 'omit' }], confirmWarnings: true })
  const cut = entriesOf('linkedin').at(-1)
  assert.deepEqual([cut?.text, cut?.media.length], ['First the dough.', 0])

  // A problem with a file of a joined thread points to the part that it was written in.
  const films = [{ content: 'Then the oven.', media: filesOf(stage, ['slides']) }]
  const issues = await issuesOf({
    ...thread,
    media: filesOf(stage, ['picture']),
    thread: films,
    platforms: [{ platform: 'linkedin', thread: 'join' }],
  })
  assert.ok(
    issues.some(({ path }: { path: string }) => path === '/thread/0/media/0'),
    JSON.stringify(issues),
  )
})

test('a copy and a table keep the choices for each account', async () => {
  const platforms = [
    { platform: 'linkedin', thread: 'join', link: 'https://example.com/linkedin' },
    { platform: 'x', content: 'Short', link: null },
  ]
  const parts = { content: 'One.', thread: [{ content: 'Two.' }, { content: 'Three.' }], format: 'thread' }
  const scheduledAt = new Date(stage.t.now().getTime() + hours(2)).toISOString()
  const link = 'https://example.com/post'
  const post = { profileId, ...parts, link, platforms, scheduledAt }
  const { id } = done(await stage.by.post('/v1/posts', post), 201).body

  const choices = async (postId: string) =>
    (await stage.by.get(`/v1/posts/${postId}`)).body.targets.map((target: { overrides: object }) => target.overrides)
  const own = [
    { thread: 'join', link: 'https://example.com/linkedin' },
    { content: 'Short', link: null },
  ]
  assert.deepEqual(await choices(id), own)
  const copy = done(await stage.by.post(`/v1/posts/${id}/duplicate`, {}), 201).body
  assert.deepEqual(await choices(copy.id), own)
  const table = await stage.by.get(`/v1/posts/export?profileId=${profileId}`)
  const cell = /"(\[\{""platform"".*?\}\])"/.exec(table.text)?.[1]?.replaceAll('""', '"') ?? '[]'
  const [first] = JSON.parse(cell)
  assert.deepEqual([first.thread, first.link], ['join', 'https://example.com/linkedin'])
})
