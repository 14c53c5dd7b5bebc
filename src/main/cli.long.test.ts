import assert from 'node:assert/strict'
import { chmod, cp, readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { bin, emptyDatabaseUrl, liveDatabaseUrl, oldNode, openRoom, until } from '#test/harness/process.ts'
import { sections } from './table.ts'

const secretKey = '22'.repeat(32)
/** Returns the last line of the command's own output. The log line of a request can still follow it. */
const lastWords = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .findLast((line) => !line.startsWith('{'))
const nobodyThere = 'postgres://posthorn@127.0.0.1:1/none'

test('help lists every command, each command has help with an example, and an unknown command exits with status 2', async () => {
  await using room = await openRoom()
  const [help, unknown] = await Promise.all([room.run(['help']), room.run(['strat'])])
  const [flag, version, inherited] = await Promise.all(
    [['--help'], ['--version'], ['constructor']].map((args) => room.ask(args)),
  )
  assert.equal(help.status, 0)
  assert.equal(flag!.out, help.out)
  for (const [name, { flags = {} }] of sections.flatMap(({ commands }) => Object.entries(commands))) {
    assert.match(help.out, new RegExp(`^  ${name} `, 'm'))
    const words = name.split(' ')
    const [one, other] = await Promise.all([room.ask(['help', ...words]), room.ask([...words, '--help'])])
    assert.deepEqual([one.out, one.status, other.status], [other.out, 0, 0])
    assert.match(one.out, new RegExp(`^Usage:\n  posthorn ${name}[^]*\nExamples?:\n  [^]*posthorn ${name}`))
    for (const flag of Object.keys(flags)) assert.ok(one.out.includes(`  ${flag} `), flag)
    for (const line of `${one.out}${help.out}`.split('\n')) assert.ok(line.length <= 80, line)
  }
  assert.match(version!.out, /^\d+\.\d+\.\d+\n$/)
  assert.equal(unknown.err, 'Unknown command "strat". Did you mean `posthorn start`?\n')
  assert.equal(unknown.status, 2)
  assert.match(inherited!.err, /^Unknown command "constructor"\. `posthorn help` lists/)
  assert.equal(inherited!.status, 2)
})

test('a usage error exits with status 2, and all settings errors are reported at once', async () => {
  await using room = await openRoom()
  const settings = { PORT: 'x', DATABASE_URL: 'mysql://there', SIGNUP: 'open' }
  const [extra, verb, inherited, role, email, faults] = await Promise.all([
    room.ask(['start', 'now']),
    room.ask(['user', 'remove']),
    room.ask(['user', 'constructor']),
    room.ask(['user', 'set-role', 'ada@example.com', 'king'], { DATABASE_URL: nobodyThere }),
    room.ask(['user', 'invite'], { DATABASE_URL: nobodyThere }),
    room.run(['start'], { settings }),
  ])
  assert.deepEqual(
    [extra.err, extra.status],
    ['posthorn start accepts no arguments.\n`posthorn start --help` has examples.\n', 2],
  )
  const wants =
    'posthorn user expects one of set-role, set-plan, set-subscription, reset-mfa, verify-email, invite.\n`posthorn user --help` has examples.\n'
  assert.deepEqual([verb.err, verb.status], [wants, 2])
  assert.deepEqual([inherited.err, inherited.status], [wants, 2])
  // These commands must not open a database: none is listening there.
  assert.match(
    role.err,
    /^posthorn user expects an email and one of user, .*\n`posthorn user --help` has examples\.\n$/,
  )
  assert.match(email.err, /^posthorn user expects an email\.\n/)
  assert.deepEqual([role.status, email.status], [2, 2])
  assert.equal(faults.status, 1)
  for (const fault of [/ {2}PORT must be/, / {2}DATABASE_URL must be/, / {2}SIGNUP is not a setting\. Use SIGN_UP\./])
    assert.match(faults.err, fault)
})

test('an error that an operator can fix is a sentence, not a stack trace', async () => {
  await using room = await openRoom({ SECRET_KEY: secretKey })
  const taken = createServer().listen(0, '127.0.0.1')
  await until('the port is taken', () => taken.listening)
  const { port } = taken.address() as { port: number }
  const settings = { DATABASE_URL: await liveDatabaseUrl() }
  const [away, occupied, host, file, plans] = await Promise.all([
    room.run(['start'], { settings: { DATABASE_URL: nobodyThere } }),
    room.run(['api'], { settings: { ...settings, PORT: String(port) } }),
    room.run(['api'], { settings: { ...settings, HOST: 'not_a_host' } }),
    room.run(['start'], { settings: { DATA_DIR: bin } }),
    room.ask(['user', 'set-plan', 'ada@example.com', 'max'], { ...settings, PLANS_FILE: 'none.json' }),
  ])
  taken.close()
  assert.match(away.err, /^The database is not responding: .*Check DATABASE_URL and whether the server is running\.\n$/)
  assert.match(occupied.err, new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port}: the port is already in use\\.`))
  assert.match(
    host.err,
    /^The settings have an error:\n {2}HOST not_a_host is not a name or address of this machine \(\w+\)\.\n$/,
  )
  assert.match(file.err, /^EEXIST: .*posthorn\.mjs'\. DATA_DIR must have free space/)
  assert.match(plans.err, /^The plan table .*none\.json cannot be read\. Set PLANS_FILE to a readable JSON file\.\n$/)
  for (const { status, err } of [away, occupied, plans]) {
    assert.equal(status, 1)
    assert.equal(err.trimEnd().split('\n').length, 1, err)
  }
})

test('compiled code is cached in a folder of the account, never where another account can write', async () => {
  await using room = await openRoom({ NODE_COMPILE_CACHE: '' })
  const settings = { TMPDIR: room.path }
  await chmod(room.path, 0o777)
  assert.equal((await room.run(['--version'], { settings })).status, 0)
  assert.deepEqual(await readdir(room.path), [])

  await chmod(room.path, 0o755)
  assert.equal((await room.run(['--version'], { settings })).status, 0)
  const folder = join(room.path, '.cache', 'posthorn')
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await readdir(folder)).length, 1)
})

test('an older Node hands over to the bundled version, with arguments, exit status and signals', async () => {
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: await liveDatabaseUrl() })
  const [version, unknown] = await Promise.all([
    room.run(['--version'], { node: oldNode() }),
    room.run(['no such'], { node: oldNode() }),
  ])
  assert.equal(version.status, 0)
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
  assert.equal(unknown.status, 2)
  assert.match(unknown.err, /"no such"/)

  const running = room.begin(['start'], { node: oldNode() })
  const url = await running.ready()
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  const ended = await running.stop('SIGTERM')
  assert.deepEqual([ended.status, ended.signal], [0, null])
  assert.equal(lastWords(ended.out), '  stopping')
  await assert.rejects(fetch(`${url}/readyz`))
})

test('npm start shuts Posthorn down cleanly when npm is terminated or killed', async () => {
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: await liveDatabaseUrl() })
  const npm = ['npm', '--prefix', join(dirname(bin), '..'), 'start', '--silent']
  const settings = { DATA_DIR: room.dataDir }
  const [signalled, killed] = [0, 1].map(() => room.begin([], { node: npm, script: [], settings }))
  await Promise.all([signalled, killed].map((one) => one!.ready()))
  signalled!.process.kill('SIGTERM')
  killed!.process.kill('SIGKILL')
  // Each child of npm holds the other end of these pipes until Posthorn has exited as well.
  const ends = await Promise.all([signalled, killed].map((one) => one!.ended))
  for (const { out } of ends) assert.equal(lastWords(out), '  stopping')
  assert.equal(ends[0]!.status, 0)
})

test('if the Node version from npm install is missing, an older version says what to do', async () => {
  await using room = await openRoom()
  const copy = join(room.path, 'copy', 'bin')
  await cp(dirname(bin), copy, { recursive: true })
  const { status, err } = await room.run(['start'], { node: oldNode(), script: [join(copy, 'posthorn.mjs')] })
  assert.equal(status, 1)
  assert.match(
    err,
    /^Posthorn needs Node 24\. This is Node \d+\.\d+\.\d+, and the one that npm install adds is missing/,
  )
  assert.match(err, /Run `npm install` again without --ignore-scripts, or use Node 24 or newer\.\n$/)
})

test('Ctrl-C arriving from both the terminal and npm causes one clean shutdown', async () => {
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: await liveDatabaseUrl() })
  const running = room.begin(['start'])
  await running.ready()
  running.process.kill('SIGINT')
  const ended = await running.stop('SIGINT')
  assert.deepEqual([ended.status, ended.signal, ended.err], [0, null, ''])
  assert.equal(lastWords(ended.out), '  stopping')
})

test('a service keeps running if nothing reads its log, and still stops cleanly', async () => {
  const connectionString = await liveDatabaseUrl()
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: connectionString, LOG_LEVEL: 'trace' })
  const running = room.begin(['start'])
  const url = await running.ready()
  running.process.stdout?.destroy()
  for (let nth = 0; nth < 3; nth++) assert.equal((await fetch(`${url}/v1/profiles`)).status, 401)
  const ended = await running.stop('SIGTERM')
  assert.deepEqual([ended.status, ended.signal, ended.err], [0, null, ''])
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select stopped_at is not null as "hasStopped" from node')
  await client.end()
  assert.deepEqual(rows, [{ hasStopped: true }])
})

test('migrate brings an empty database up to date once', async () => {
  await using room = await openRoom({ SECRET_KEY: secretKey, DATABASE_URL: await emptyDatabaseUrl() })
  const first = await room.run(['migrate'])
  assert.deepEqual([first.status, first.err], [0, ''])
  assert.match(first.out, /^Applied: 0001-foundation.*\.\n$/)
  const second = await room.ask(['migrate'])
  assert.deepEqual([second.status, second.out], [0, 'The database is up to date.\n'])
})

test('npm scripts report a Node version that is too old', async () => {
  const verb = join(dirname(bin), 'verb.mjs')
  await using room = await openRoom()
  const { status, err } = await room.run(['check'], { node: oldNode(), script: [verb] })
  assert.equal(status, 1)
  assert.match(err, /^This needs Node 24, which `npm install` brings; this is Node \d+/)
})
