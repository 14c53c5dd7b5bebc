import assert from 'node:assert/strict'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { wallOf } from '#kernel/local-time.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openRoom } from '#test/harness/process.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/** Posts as code: folders of files, applied to a running service. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let room: Awaited<ReturnType<typeof openRoom>>
let folder: string
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  room = await openRoom()
})
after(async () => {
  await room[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})
let folders = 0
beforeEach(async () => {
  folders += 1
  folder = join(room.path, `posts-${folders}`)
  await write('posthorn.yaml', `set: set-${folders}\ntimezone: Europe/Berlin\n`)
})

async function write(name: string, text: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}

const run = (args: readonly string[], keys = {}) =>
  room.ask(['apply', ...args], { POSTHORN_URL: t.url, POSTHORN_API_KEY: w.key }, keys)

async function plan(...more: string[]): Promise<Record<string, string>> {
  const { out, err, status } = await run([folder, '--dry-run', '--json', ...more])
  assert.ok([0, 9].includes(status ?? -1), out + err)
  const items: { key: string; state: string }[] = JSON.parse(out)
  assert.equal(
    status === 0,
    items.every(({ state }) => ['unchanged', 'out'].includes(state)),
    out,
  )
  return Object.fromEntries(items.map(({ key, state }) => [key, state]))
}

async function apply(...more: string[]) {
  const { status, out, err } = await run([folder, '--yes', ...more])
  assert.equal(status, 0, out + err)
}

const list = async () => (await w.ada.get(`/v1/posts?limit=100&metadata[posthorn.set]=set-${folders}`)).body.posts
const at = () => inTime(t, hours(5))

test('each file becomes one post, with accounts, time, thread, network texts, and an image that is uploaded once', async () => {
  await write('img/dawn.png', await plain(640, 480).png().toBuffer())
  const view = '    view: { crop: [0, 0, 0.5, 1] }'
  const picture = `media:\n  - file: ../img/dawn.png\n    alt: The dawn\n${view}`
  await write(
    'spring/open.md',
    `---\nkey: open\nto: [mastodon, "${w.bluesky}"]\nat: ${at()}\ntags: [spring]\n${picture}\nnetworks:\n  mastodon:\n    text: |\n      Open.\n---\nWe are open.\n\n---\n\nFrom nine.\n`,
  )
  await write('spring/idea.md', `---\nkey: idea\n${picture}\n---\nAn idea.\n`)
  await write('README.md', 'How we write posts.')
  assert.deepEqual(await plan(), { open: 'create', idea: 'create' })
  assert.deepEqual(await list(), [])
  await apply()
  const posts = await list()
  const open = posts.find(({ metadata }: { metadata: object }) => Object.values(metadata).includes('open'))
  assert.deepEqual([open.status, open.content, open.thread[0].content], ['scheduled', 'We are open.', 'From nine.'])
  const texts = open.targets.map(({ network, overrides }: { network: string; overrides: { content?: string } }) => [
    network,
    overrides.content,
  ])
  assert.deepEqual(texts.sort(), [
    ['bluesky', undefined],
    ['mastodon', 'Open.'],
  ])
  assert.equal(new Set(posts.map(({ media }: { media: { storagePath: string }[] }) => media[0]!.storagePath)).size, 1)
  assert.equal((await w.ada.get(`/v1/media?profileId=${w.profileId}`)).body.media.length, 1)
  assert.deepEqual(open.media[0].view, { crop: [0, 0, 0.5, 1], rotate: 0, fit: 'crop' })
  assert.deepEqual(await plan(), { open: 'unchanged', idea: 'unchanged' })
  await rename(join(folder, 'spring/idea.md'), join(folder, 'thought.md')).then(() =>
    write('thought.md', '---\nkey: idea\n---\nA better idea.\n'),
  )
  assert.deepEqual(await plan(), { open: 'unchanged', idea: 'change' })
  await apply()
  await apply()
  assert.equal((await list()).length, 2)
  assert.deepEqual(await plan(), { open: 'unchanged', idea: 'unchanged' })
  const wall = at().slice(0, 16)
  await write('thought.md', `---\nkey: idea\nto: [mastodon]\nat: ${wall}\n---\nA better idea.\n`)
  await apply()
  const idea = async () => (await list()).find(({ content }: { content: string }) => content === 'A better idea.')
  const { status, scheduledAt } = await idea()
  assert.deepEqual([status, wallOf(new Date(scheduledAt), 'Europe/Berlin')], ['scheduled', Date.parse(`${wall}Z`)])
  assert.deepEqual(await plan(), { open: 'unchanged', idea: 'unchanged' })
  await write('thought.md', '---\nkey: idea\nto: [mastodon]\n---\nA better idea.\n')
  await apply()
  assert.deepEqual([(await idea()).status, (await idea()).scheduledAt], ['draft', null])
})

test('a file’s mentions are those of its post: set with it, changed alone, shown if changed elsewhere, removed', async () => {
  const museum = (handle: string) => `mentions:\n  "@Harbour Museum": { bluesky: ${handle}, x: harbour }\n`
  const text = (mentions: string) =>
    write('museum.md', `---\nkey: museum\nto: [mastodon]\n${mentions}---\nTonight: @Harbour Museum.\n`)
  const post = async () => (await list())[0]
  const mentionOf = (handle: string) => [{ text: '@Harbour Museum', handles: { bluesky: handle, x: 'harbour' } }]
  await text(museum('"@harbour.example"'))
  await apply()
  assert.deepEqual((await post()).mentions, mentionOf('harbour.example'))
  assert.deepEqual(await plan(), { museum: 'unchanged' })

  await text(museum('museum.example'))
  assert.deepEqual(await plan(), { museum: 'change' })
  await apply()
  assert.deepEqual((await post()).mentions, mentionOf('museum.example'))

  const { id } = await post()
  const elsewhere = [{ text: '@Harbour Museum', handles: { bluesky: 'other.example' } }]
  assert.equal((await w.ada.patch(`/v1/posts/${id}`, { mentions: elsewhere })).status, 200)
  assert.notDeepEqual(await plan(), { museum: 'unchanged' })
  await apply('--force')
  assert.deepEqual((await post()).mentions, mentionOf('museum.example'))

  await text('')
  await apply()
  assert.deepEqual((await post()).mentions, [])
  assert.deepEqual(await plan(), { museum: 'unchanged' })
})

test('a change made elsewhere is shown and kept alongside a change in the file, until --force overwrites it', async () => {
  const text = (words: string, title: string) =>
    `---\nkey: one\nto: [mastodon]\nat: ${time}\ntitle: ${title}\n---\n${words}\n`
  const time = at()
  await write('one.md', text('First.', 'A'))
  await apply()
  const [{ id }] = await list()
  await w.ada.patch(`/v1/posts/${id}`, { content: 'Edited in the web.' })
  assert.deepEqual(await plan(), { one: 'drift' })
  await write('one.md', text('First.', 'B'))
  assert.deepEqual(await plan(), { one: 'change' })
  await apply()
  const [kept] = await list()
  assert.deepEqual([kept.content, kept.title], ['Edited in the web.', 'B'])
  assert.deepEqual(await plan(), { one: 'drift' })
  const shown = await run([folder, '--dry-run', '--plan-format', 'markdown'])
  assert.match(shown.out, /\| drift \| one\.md \| elsewhere text: First\. → Edited in the web\. \|/)
  await apply('--force')
  assert.equal((await list())[0].content, 'First.')
  assert.deepEqual(await plan(), { one: 'unchanged' })
})

test('posts not created from files are never changed; a missing file is reported, and pruned on request', async () => {
  await write('one.md', '---\nkey: one\n---\nMine.\n')
  await write('two.md', '---\nkey: two\n---\nAlso mine.\n')
  const foreign = (await w.ada.post('/v1/posts', { profileId: w.profileId, content: 'Theirs.', saveAsDraft: true }))
    .body
  // Concurrent runs create each post once.
  await Promise.all([apply(), apply(), apply()])
  const posts = await list()
  assert.equal(posts.length, 2)
  const copy = (await w.ada.post(`/v1/posts/${posts[0].id}/duplicate`, {})).body
  await rm(join(folder, 'one.md'))
  assert.deepEqual(await plan(), { two: 'unchanged', one: 'gone' })
  await apply()
  assert.equal((await list()).length, 3)
  await apply('--prune')
  const left = (await list()).map(({ id }: { id: string }) => id)
  assert.deepEqual([left.length, left.includes(copy.id)], [2, true])
  assert.equal((await w.ada.get(`/v1/posts/${foreign.id}`)).body.updatedAt, foreign.updatedAt)
  const two = (await list()).find(
    ({ content, id }: { content: string; id: string }) => content === 'Also mine.' && id !== copy.id,
  )
  await w.ada.delete(`/v1/posts/${two.id}`)
  assert.deepEqual(await plan(), { two: 'deleted' })
  await apply()
  assert.equal((await list()).length, 1)
  await apply('--force')
  assert.equal((await w.ada.get(`/v1/posts/${two.id}`)).body.deletedAt, null)
})

test('a permanently deleted post is recreated each time from the current content of its file', async () => {
  await write('a.md', '---\nkey: a\n---\nThe first.\n')
  const deleteForGood = async () => {
    for (const { id } of await list()) assert.equal((await w.ada.delete(`/v1/posts/${id}`)).status, 200)
    const emptied = await w.ada.delete('/v1/posts/trash')
    assert.equal(emptied.status, 200, emptied.text)
    assert.deepEqual(await plan(), { a: 'create' })
  }
  const texts = async () => (await list()).map(({ content }: { content: string }) => content)
  await apply()
  for (const text of ['The first.', 'The first.', 'The second.', 'The second.']) {
    await deleteForGood()
    await write('a.md', `---\nkey: a\n---\n${text}\n`)
    await apply()
    assert.deepEqual(await texts(), [text])
  }
})

test('a published post is never changed, whatever happens to its file', async () => {
  await write('one.md', `---\nkey: one\nto: [mastodon]\nat: ${inTime(t, hours(1))}\n---\nOut.\n`)
  await apply()
  await t.advance(hours(1))
  assert.deepEqual(await plan(), { one: 'out' })
  await write('one.md', '---\nkey: one\nto: [mastodon]\n---\nChanged.\n')
  await apply('--force')
  assert.equal((await list())[0].content, 'Out.')
})

test('all errors are reported at once, with file and line, and nothing is changed', async () => {
  await write('a.md', '---\nkey: a\nto: [mastodon]\nat: tomorrow\ncolour: red\n---\nA\n')
  await write('b.md', 'No head.\n')
  await write('c.md', '---\nkey: c\nmedia:\n  - file: ../secret.png\n  - file: none.png\n---\nC\n')
  await write('d.md', '---\nkey: [\n---\nD\n')
  await writeFile(join(room.path, 'secret.png'), 'secret')
  const { status, err } = await run([folder, '--yes'])
  assert.equal(status, 4)
  for (const fault of [
    /^a\.md:4: at: must be a time such as/m,
    /^a\.md:5: colour: isn’t a known field$/m,
    /^b\.md:1: must start with front matter/m,
    /^c\.md:4: \.\.\/secret\.png is outside the folder/m,
    /^c\.md:5: none\.png doesn’t exist/m,
    /^d\.md:\d: /m,
  ])
    assert.match(err, fault)
})

test('symbolic links and files that are too large are errors and are not read', {
  timeout: 60_000,
}, async () => {
  const outside = join(room.path, 'outside.md')
  await writeFile(outside, '---\nkey: outside\n---\nNot of this folder\n')
  await write('a.md', '---\nkey: a\nmedia:\n  - file: link.png\n  - file: pictures/a.png\n---\nA\n')
  await write('large.md', `---\nkey: large\n---\n${'x'.repeat(1_000_001)}`)
  await write('secret.png', 'secret')
  await symlink('secret.png', join(folder, 'link.png'))
  await symlink(outside, join(folder, 'b.md'))
  await symlink('/dev/zero', join(folder, 'endless.md'))
  await symlink('.', join(folder, 'loop'))
  await symlink('.', join(folder, 'second-loop'))
  await symlink(room.path, join(folder, 'pictures'))
  const { status, err } = await run([folder, '--yes'])
  assert.equal(status, 4, err)
  for (const name of ['b.md', 'endless.md', 'loop', 'second-loop', 'pictures', 'link.png'])
    assert.match(err, new RegExp(`^${name}:1: is a symbolic link, which isn’t allowed`, 'm'))
  assert.match(err, /^large\.md:1: is larger than the maximum of 1000000 bytes$/m)
  assert.match(err, /^a\.md:4: link\.png is a symbolic link/m)
  assert.match(err, /^a\.md:5: pictures is a symbolic link/m)
  assert.doesNotMatch(err, /Not of this folder/)
  await rm(join(folder, 'posthorn.yaml'))
  await symlink(outside, join(folder, 'posthorn.yaml'))
  assert.match((await run([folder, '--yes'])).err, /^posthorn\.yaml:1: is a symbolic link/m)
  assert.deepEqual(await list(), [])
})

test('an alias that expands excessively is reported as an error with file and line', async () => {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (let nth = 1; nth < 9; nth++) {
    const [name, last] = [String.fromCharCode(97 + nth), String.fromCharCode(96 + nth)]
    lines.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${last}`).join(', ')}]`)
  }
  await write('a.md', `---\n${lines.join('\n')}\nkey: *i\n---\nA\n`)
  await write('b.md', 'No head.\n')
  const { status, err } = await run([folder, '--yes'])
  assert.equal(status, 4, err)
  assert.match(err, /^a\.md:2: can’t be read as YAML: .*alias/im)
  assert.match(err, /^b\.md:1: /m)
})

test('names are resolved before anything is changed, and one post that a network would reject stops the whole plan', async () => {
  await write('a.md', '---\nkey: a\n---\nA\n')
  await write('b.md', '---\nkey: b\nto: ["@nobody"]\n---\nB\n')
  await write('c.md', '---\nkey: c\nto: [mastodon]\nnetworks:\n  x: { text: no }\n---\nC\n')
  const named = await run([folder, '--yes'])
  assert.match(named.err, /^b\.md:3: No account is named "@nobody"\. Accounts: .*acc_/m)
  assert.match(named.err, /^c\.md:5: networks\.x: the post isn’t published there/m)
  await rm(join(folder, 'b.md'))
  await write('c.md', `---\nkey: c\nto: [mastodon]\nat: ${at()}\n---\n${'x'.repeat(600)}\n`)
  const refused = await run([folder, '--yes'])
  assert.deepEqual([refused.status, (await list()).length], [4, 0])
  assert.match(refused.out, /c\.md: mastodon: .*500/)
  await rm(join(folder, 'c.md'))
  assert.match((await run([folder])).err, /In a script, pass --yes/)
  assert.match((await run([folder], { answers: ['n'] })).err, /Nothing was changed/)
  assert.equal((await list()).length, 0)
})

test('the published front matter schema is the one that is enforced', async () => {
  const { out } = await run(['--schema'])
  assert.equal(out, await readFile('docs/posts-as-code.schema.json', 'utf8'))
})

test('files with a slot take free posting times, which the plan shows; the slot plan may move them, a person may not', async () => {
  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00' }))
  const created = await w.ada.post('/v1/slot-plans', {
    profileId: w.profileId,
    name: 'Mornings',
    timezone: 'UTC',
    slots,
  })
  const { id } = created.body
  const free = (await w.ada.get(`/v1/slot-plans/${id}/slots`)).body.slots.map((one: { at: string }) => one.at)
  await write('a.md', '---\nkey: a\nto: [mastodon]\nslot: next\n---\nBy the plan, one.\n')
  await write('b.md', '---\nkey: b\nto: [mastodon]\nslot: next\n---\nBy the plan, two.\n')
  const shown = JSON.parse((await run([folder, '--dry-run', '--json'])).out)
  assert.deepEqual(
    shown.map(({ slotAt }: { slotAt: string }) => slotAt),
    free.slice(0, 2),
  )
  assert.ok((await run([folder, '--dry-run'])).out.includes(free[1]))
  await apply()
  const timeOf = async (words: string) =>
    (await list()).find(({ content }: { content: string }) => content === `By the plan, ${words}.`)
  assert.deepEqual([(await timeOf('one')).scheduledAt, (await timeOf('two')).scheduledAt], free.slice(0, 2))
  assert.deepEqual(await plan(), { a: 'unchanged', b: 'unchanged' })
  const [one, two] = [await timeOf('one'), await timeOf('two')]
  assert.equal((await w.ada.post(`/v1/slot-plans/${id}/move`, { postId: two.id, beforeId: one.id })).status, 200)
  assert.equal((await timeOf('two')).scheduledAt, free[0])
  assert.deepEqual(await plan(), { a: 'unchanged', b: 'unchanged' })
  await w.ada.patch(`/v1/posts/${one.id}`, { scheduledAt: at() })
  assert.deepEqual(await plan(), { a: 'drift', b: 'unchanged' })
  await write('b.md', `---\nkey: b\nto: [mastodon]\nat: ${at()}\n---\nBy the plan, two.\n`)
  assert.deepEqual(await plan(), { a: 'drift', b: 'change' })
  await apply('--force')
  assert.equal((await timeOf('one')).slotPlanId, id)
  assert.equal((await timeOf('two')).slotPlanId, null)
  await write('b.md', `---\nkey: b\nto: [mastodon]\nat: ${at()}\nslot: next\n---\nBoth.\n`)
  const both = await run([folder, '--dry-run'])
  assert.equal(both.status, 4)
  assert.match(both.err, /b\.md:\d+.*slot.*can’t be combined with `at` or `draft`/)
})
