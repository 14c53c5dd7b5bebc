import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { hours } from '#kernel/clock.ts'
import { wallOf } from '#kernel/local-time.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { openRoom } from '#test/harness/process.ts'
import { signInByBrowser } from '#test/world/oauth.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/** The commands for users, run against a real service. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let room: Awaited<ReturnType<typeof openRoom>>
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  await t.as('root')
  w = await connectBoth(t)
  room = await openRoom()
})
after(async () => {
  await room[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const type = (args: readonly string[], keys = {}, settings: Readonly<Record<string, string>> = {}) =>
  room.ask(args, { POSTHORN_URL: t.url, POSTHORN_API_KEY: w.key, ...settings }, keys)
async function read(args: readonly string[], keys = {}) {
  const { status, out, err } = await type([...args, '--json'], keys)
  assert.equal(status, 0, `${args.join(' ')}: ${out}${err}`)
  return JSON.parse(out)
}

test('login stores the key where only its user can read it, and the key is sent to no other URL', async () => {
  const file = join(room.path, '.config', 'posthorn', 'installations.json')
  const wrong = await room.ask(['login', '--url', t.url, '--key', '-'], {}, { input: 'ph_wrong\n' })
  assert.deepEqual([wrong.status, wrong.err.includes('ph_wrong')], [3, false])
  await assert.rejects(stat(file))
  const done = await room.ask(
    ['login', '--url', `${t.url}/`, '--on', 'home', '--key', '-'],
    {},
    { input: `${w.key}\n` },
  )
  assert.equal(done.status, 0, done.err)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.ok(!(done.out + done.err).includes(w.key))
  const who = await room.ask(['whoami'])
  assert.match(who.out, new RegExp(`\\(home\\)\\n\\nPROFILE .*\\nof ${w.login} `))
  const elsewhere = await room.ask(['whoami', '--url', 'http://127.0.0.1:9'])
  assert.deepEqual(
    [elsewhere.status, /You’re not signed in to http:\/\/127\.0\.0\.1:9\./.test(elsewhere.err)],
    [3, true],
  )
  assert.equal((await room.ask(['whoami', '--on', 'work'])).status, 2)
  assert.equal((await room.ask(['logout'])).status, 0)
  assert.ok(!(await readFile(file, 'utf8')).includes(w.key))
  assert.equal((await room.ask(['whoami'])).status, 3)
})

test('a post is published, followed and listed, for people and as JSON', async () => {
  const posted = await read([
    'post',
    'Open\u001b[31m again.',
    '--to',
    `mastodon,${w.bluesky}`,
    '--text',
    'mastodon=Open.',
  ])
  await t.settle()
  const watched = await type(['status', posted.id, '--watch', '--json'])
  assert.equal(watched.status, 0, watched.err)
  const pieces = watched.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(pieces.at(-1).status, 'published')
  assert.deepEqual(
    pieces
      .slice(0, -1)
      .map(({ network }) => network)
      .sort(),
    ['bluesky', 'mastodon'],
  )
  const shown = await type(['status', posted.id], { columns: 60 })
  assert.match(shown.out, /published Sat|published \w{3} \d/)
  assert.ok(!shown.out.includes('\u001b'), 'untrusted text contains no control sequences')
  for (const line of shown.out.split('\n').slice(2)) assert.ok(line.length <= 110, line)
  const listed = await type(['posts', '--status', 'published'])
  assert.match(listed.out, /^WHEN +STATE +NETWORKS +TEXT +POST\n.*published +.*Open \[31m again\. +post_/)
})

test('browser login: the user authorizes the code, only one command at a time renews access, and logout revokes it', async () => {
  const ada = w.person
  const allow = async (printed: string) => {
    const userCode = /code ([A-Z]{4}-[A-Z]{4})/.exec(printed)?.[1]
    assert.equal((await ada.post('/v1/auth/device', { userCode, decision: 'allow' })).status, 200, printed)
  }
  const done = await room.ask(['login', '--url', t.url, '--on', 'page'], {}, { whileWaiting: allow })
  assert.equal(done.status, 0, done.err)
  const file = join(room.path, '.config', 'posthorn', 'installations.json')
  const kept = JSON.parse(await readFile(file, 'utf8'))
  const before = kept.installations.page
  assert.ok(!(done.out + done.err).includes(before.key))
  kept.installations.page.renewal.expiresAt = '2001-01-01T00:00:00.000Z'
  await writeFile(file, JSON.stringify(kept))
  const answers = await Promise.all([1, 2, 3].map(() => room.ask(['accounts', '--on', 'page'])))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [0, 0, 0],
    answers.map(({ err }) => err).join(''),
  )
  const renewed = JSON.parse(await readFile(file, 'utf8')).installations.page
  assert.notEqual(renewed.renewal.refreshToken, before.renewal.refreshToken)
  assert.equal((await room.ask(['logout'])).status, 0)
  assert.equal((await t.withToken(renewed.key).get('/v1/profiles')).status, 401)
})

test('an account is connected in the browser or with its credentials', async () => {
  const direct = await type(['connect', 'bluesky', '--profile', w.profileId], {
    answers: [`${w.login}.sandbox`, 'sand-boxx-pass-word', ''],
  })
  assert.match(direct.out, new RegExp(`^Connected ${w.login}\\.sandbox on bluesky: acc_`), direct.err)
  let isOpened = false
  const open = async (printed: string) => {
    if (isOpened) return
    isOpened = true
    await signInByBrowser(t, /here: (\S+)/.exec(printed)?.[1] ?? '', { login: w.login })
  }
  const answer = await type(['connect', 'x'], { whileWaiting: open })
  assert.match(answer.out, /^Connected .* on x: acc_/m, answer.err)
})

test('connect notices a reconnected account even if only the time of its last check has changed', async () => {
  for (const time of ['first', 'second']) {
    let isOpened = false
    const open = async (printed: string) => {
      if (isOpened) return
      isOpened = true
      await signInByBrowser(t, /here: (\S+)/.exec(printed)?.[1] ?? '', { login: w.login })
    }
    const { status, out, err } = await type(['connect', 'facebook', '--profile', w.profileId], { whileWaiting: open })
    assert.equal(status, 0, `${time}: ${out}${err}`)
    await t.advance(hours(1))
  }
})

test('--wait follows a post until it is done, and the exit status reports partial success and failure', async () => {
  const follow = (content: string) =>
    type(['post', content, '--to', 'mastodon,bluesky', '--wait'], { whileWaiting: () => t.settle() })
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reject', times: 1 })
  const partial = await follow('On one of them.')
  assert.deepEqual([partial.status, /post_\w+ is partial\.\n$/.test(partial.out)], [7, true], partial.out)
  for (const network of ['mastodon', 'bluesky'] as const) t.sandbox.faults.add({ network, kind: 'reject', times: 1 })
  assert.equal((await follow('On none.')).status, 8)
})

test('a draft is scheduled, queued and cancelled, and its text is read from standard input', async () => {
  const draft = await read(['draft', '-', '--tag', 'spring', '--to', 'mastodon'], { input: 'From a pipe.\n' })
  assert.deepEqual([draft.status, draft.content, draft.tags], ['draft', 'From a pipe.', ['spring']])
  const moved = await read(['schedule', draft.id, '--at', inTime(t, hours(2))])
  assert.equal(moved.status, 'scheduled')
  assert.deepEqual(
    (await read(['queue'])).map(({ id }: { id: string }) => id),
    [draft.id],
  )
  assert.equal((await type(['cancel', draft.id])).out, `${draft.id} is now a draft.\n`)
  const inTokyo = await read(['schedule', draft.id, '--at', 'tomorrow 9:30', '--timezone', 'Asia/Tokyo'], {
    now: t.now,
  })
  const dayAfter = new Date(wallOf(t.now(), 'Asia/Tokyo') + hours(24)).toISOString().slice(0, 10)
  assert.equal(wallOf(new Date(inTokyo.scheduledAt), 'Asia/Tokyo'), Date.parse(`${dayAfter}T09:30Z`))
  const soon = await read(['schedule', draft.id, '--at', 'in 2 hours'], { now: t.now })
  assert.equal(Date.parse(soon.scheduledAt), t.now().getTime() + hours(2))
  await type(['cancel', draft.id])
  const key = ['--idempotency-key', 'once', '--to', 'mastodon', '--at', inTime(t, hours(3))]
  const [one, other] = [await read(['schedule', 'Once.', ...key]), await read(['schedule', 'Once.', ...key])]
  assert.equal(one.id, other.id)
})

test('each kind of failure has its own exit status and says what to do', async () => {
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['status', 'post_01kajv4z00e008000000000001'], 5, /post_not_found/],
    [['post', 'x', '--to', 'nobody@nowhere'], 4, /No account is named "nobody@nowhere"\. Accounts: .*acc_/],
    [['post', 'x'.repeat(600), '--to', 'mastodon', '--dry-run'], 4, /^$/],
    [['post', 'x'], 2, /expects the accounts to publish to, for example --to/],
    [['post', 'x', '--too', 'mastodon'], 2, /doesn’t accept --too\. Did you mean --to\?/],
    [['post', 'x', '--to'], 2, /expects a value: --to ACCOUNTS/],
    [
      ['schedule', 'x', '--to', 'mastodon', '--at', 'soon'],
      2,
      /can’t parse the time "soon"\. It expects a time such as/,
    ],
    [['post', 'x', '--on', 'mastodon'], 2, /unknown installation "mastodon". To name an account, use --to mastodon\./],
    [['status'], 2, /posthorn status expects POST \[options\]\./],
    [['media', 'uplod', 'x.png'], 2, /Did you mean `posthorn media upload`\?/],
    [['pots'], 2, /Did you mean `posthorn post/],
    [['do', 'list_acounts'], 2, /Did you mean list_accounts\?\n/],
    [['do', 'list_accounts', 'profile=Nobody'], 4, /No profile has this name/],
    [['media', 'upload', 'no-such.png'], 1, /no-such\.png can’t be read/],
    [['connect', 'friendster'], 2, /expects one of bluesky/],
    [['resolve', 'post_01kajv4z00e008000000000001'], 2, /--published or --send-again/],
  ]
  for (const [args, status, says] of cases) {
    const answer = await type(args)
    assert.equal(answer.status, status, `${args.join(' ')}: ${answer.out}${answer.err}`)
    assert.match(answer.err, says)
  }
  assert.equal((await type(['whoami'], {}, { POSTHORN_API_KEY: 'ph_wrong' })).status, 3)
  const json = await type(['status', 'post_01kajv4z00e008000000000001', '--json'])
  assert.equal(JSON.parse(json.err).error.code, 'post_not_found')
})

test('files are uploaded, tables imported and exported, and webhook endpoints added and removed', async () => {
  const picture = join(room.path, 'dawn.png')
  await writeFile(picture, await plain(640, 480).png().toBuffer())
  const { out, flashed } = await type(['media', 'upload', picture, '--alt', 'Dawn', '--json'])
  const uploaded = JSON.parse(out)
  assert.match(flashed.at(-2) ?? '', /^dawn\.png {2}100% of /)
  assert.equal(flashed.at(-1), null)
  assert.equal((await read(['media']))[0].storagePath, uploaded.storagePath)
  const withPicture = await read(['draft', 'Dawn', '--media', picture, '--alt', 'The dawn'])
  assert.equal(withPicture.media[0].altText, 'The dawn')
  const table = join(room.path, 'plan.csv')
  await writeFile(table, 'content,platforms\nFrom a table.,mastodon\n')
  const dry = await type(['import', table, '--dry-run'])
  assert.match(dry.out, /can be imported as it is\.\n1 post would be created, 0 already exist/)
  const first = await read(['import', table])
  assert.equal(first.created, 1)
  const second = await type(['import', table])
  assert.match(second.out, /already imported at .*, so nothing was created\. To import it again, use `--again`/)
  assert.deepEqual(await read(['import', table]), first, 'importing a table again creates no second posts')
  const again = await read(['import', table, '--again'])
  assert.notEqual(again.rows[0].postId, first.rows[0].postId)
  await writeFile(table, 'content,platforms,scheduledAt\nLate.,mastodon,2001-01-01T00:00\n')
  assert.equal((await type(['import', table, '--dry-run'])).status, 4)
  const exported = await type(['export', '--status', 'draft'])
  assert.match(exported.out, /^id,|content/)
  assert.match(exported.out, /From a table\./)
  const hook = await read(['webhooks', 'add', 'https://example.com/hook', '--events', 'post.failed'])
  assert.match(hook.secret, /^whsec_/)
  assert.match((await type(['webhooks'])).out, /active +https:\/\/example\.com\/hook +post\.failed +wh_/)
  assert.equal((await type(['webhooks', 'remove', hook.id])).status, 0)
  assert.equal((await type(['analytics'])).status, 0)
  const networks = (await read(['accounts'])).map(({ network }: { network: string }) => network)
  assert.ok(networks.includes('mastodon') && networks.includes('bluesky'), networks)
})

test('every task of the catalogue is available on the command line, with its fields', async () => {
  const listed = await read(['do'])
  assert.deepEqual(
    listed.map(({ name }: { name: string }) => name),
    catalogue.map(({ name }) => name),
  )
  for (const { name, input } of catalogue) {
    const fields = await read(['do', name, '--fields'])
    assert.deepEqual(
      fields.map((field: { name: string }) => field.name),
      Object.keys(input.shape),
      name,
    )
  }
  const made = await read(['do', 'create_draft', 'content=By a task.', 'accounts=mastodon,bluesky'])
  assert.equal(made.targets.length, 2)
  const whole = await read(['do', 'create_draft', '--input', '-'], { input: '{"content":"As JSON."}' })
  assert.equal(whole.content, 'As JSON.')
})

test('completion scripts are valid in each shell and include every command and flag', async () => {
  const { out } = await room.ask(['completions', 'bash'])
  const script = `${out}\nCOMP_WORDS=(posthorn media upload --); COMP_CWORD=3; _posthorn; echo "\${COMPREPLY[*]}"\nCOMP_WORDS=(posthorn me); COMP_CWORD=1; _posthorn; echo "\${COMPREPLY[*]}"\nCOMP_WORDS=(posthorn completions f); COMP_CWORD=2; _posthorn; echo "\${COMPREPLY[*]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  assert.deepEqual(stdout.split('\n').slice(0, 3), ['--alt --profile --json --on --url', 'media', 'fish'])
  for (const shell of ['zsh', 'fish']) assert.match((await room.ask(['completions', shell])).out, /webhooks/)
  assert.equal((await room.ask(['completions', 'tcsh'])).status, 2)
})
