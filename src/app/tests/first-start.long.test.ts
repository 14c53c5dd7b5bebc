import assert from 'node:assert/strict'
import { chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { databasesIn, openRoom, type Started, until } from '#test/harness/process.ts'

const password = 'a few words in a row'

async function call(
  url: string,
  path: string,
  body: object,
): Promise<{ status: number; code?: string; token?: string }> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { ...((await answer.json()) as object), status: answer.status }
}

/** Reads emails as they were written, without the line breaks that email encoding adds to long lines. */
async function mailsTo(dataDir: string, email: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${email}\r\n`)).map((text) => text.replaceAll('=\r\n', ''))
}

// Creating a database takes the longest, so all tests use the one that the first test creates, and leave it stopped.
const room = await openRoom({ SIGN_UP: 'invite' })
after(() => room[Symbol.asyncDispose]())
const { dataDir } = room

test('two installations run at the same time in separate folders and on separate ports, one of them run by an ordinary user', async () => {
  await using plain = await openRoom()
  const asRoot = process.geteuid?.() === 0
  await mkdir(plain.dataDir)
  if (asRoot) await chown(plain.dataDir, 65_534, 65_534)
  const both: Started[] = [room.begin(['start']), plain.begin(['start'], asRoot ? { uid: 65_534 } : {})]
  const urls = await Promise.all(both.map((one) => one.ready()))
  assert.notEqual(urls[0], urls[1])
  const signUps = urls.map((url) => call(url, '/v1/auth/sign-up', { email: 'ada@example.com', name: 'Ada', password }))
  for (const { status } of await Promise.all(signUps)) assert.equal(status, 201, 'each has its own accounts')
  for (const { status, err } of await Promise.all(both.map((one) => one.stop()))) {
    assert.equal(err, '')
    assert.equal(status, 0)
  }
  if (!asRoot) return
  // A single start as root must not lock the user out.
  const asRootOnTheirs = plain.begin(['start'])
  await asRootOnTheirs.ready()
  assert.equal((await asRootOnTheirs.stop()).status, 0)
  for (const name of await readdir(plain.dataDir, { recursive: true }))
    assert.equal((await stat(join(plain.dataDir, name))).uid, 65_534, name)
})

test('people are invited and changed from the command line, whether or not Posthorn is running', async () => {
  const posthorn = room.begin(['start'], { settings: { SANDBOX_COLOUR: 'red' } })
  const url = await posthorn.ready()
  assert.match(posthorn.output(), /Unknown setting SANDBOX_COLOUR is ignored/)

  const invited = await room.run(['user', 'invite', 'ben@example.com'])
  assert.deepEqual([invited.status, invited.err], [0, ''])
  assert.match(invited.out, /SMTP_URL is not set: while Posthorn runs, it writes the email to .*outbox\.\n/)
  const inviteToken = invited.out.trim().split('\n').at(-1) ?? ''
  const ben = { email: 'ben@example.com', name: 'Ben', password }
  assert.equal((await call(url, '/v1/auth/sign-up', ben)).code, 'invite_required')
  assert.equal((await call(url, '/v1/auth/sign-up', { ...ben, inviteToken })).status, 201)
  await until('the email with the token is in the outbox', async () =>
    (await mailsTo(dataDir, ben.email)).some((text) => text.includes(inviteToken)),
  )

  const [known, nobody, last, factor, doctor] = await Promise.all([
    room.ask(['user', 'invite', 'ben@example.com']),
    room.ask(['user', 'set-role', 'nobody@example.com', 'admin']),
    room.ask(['user', 'set-role', 'ada@example.com', 'user']),
    room.ask(['user', 'reset-mfa', 'ada@example.com']),
    room.ask(['doctor']),
  ])
  assert.deepEqual([known.err, known.status], ['ben@example.com already has an account.\n', 1])
  assert.deepEqual([nobody.out, nobody.status], ['No account has this email.\n', 1])
  assert.deepEqual([last.out, last.status], ['That is the last superadmin. Make another user a superadmin first.\n', 1])
  assert.deepEqual([factor.out, factor.status], ['ada@example.com has no second factor and no passkeys.\n', 1])
  assert.match(doctor.out, /^No problems found\.$/m)
  assert.equal(doctor.status, 0)

  const role = await room.ask(['user', 'set-role', 'ben@example.com', 'superadmin'])
  assert.deepEqual([role.out, role.status], ['ben@example.com is superadmin now.\n', 0])
  assert.equal((await posthorn.stop()).status, 0)
  assert.deepEqual(await databasesIn(room.path), [], 'the database ends with its Posthorn')

  const [plan, noPlan] = [
    await room.ask(['user', 'set-plan', 'ben@example.com', 'pro']),
    await room.ask(['user', 'set-plan', 'ben@example.com', 'gold']),
  ]
  assert.deepEqual([plan.out, plan.status], ['ben@example.com now has the plan pro.\n', 0])
  assert.match(noPlan.err, /^posthorn user expects an email and one of .*\bpro\b/)
  assert.equal(noPlan.status, 2)
  assert.deepEqual(await databasesIn(room.path), [], 'a command ends what it has started')
})

test('a restored database starts on hold: the API works, but nothing is published until posthorn resume', async () => {
  const database = join(dataDir, 'postgres')
  await cp(database, join(room.path, 'backup'), { recursive: true, preserveTimestamps: true })
  const { uid, gid } = await stat(database)
  const second = await room.host(['api', 'worker'])
  await second.stop()
  assert.doesNotMatch(second.output(), /HOLD/)

  await rm(database, { recursive: true })
  await rename(join(room.path, 'backup'), database)
  await giveTo(database, uid, gid)
  const restored = room.begin(['start'])
  const url = await restored.ready()
  assert.match(
    restored.output(),
    /ON HOLD: The database was restored from a backup, copied or moved .*\. Publishing stays on hold until you run `posthorn resume`\./,
  )
  assert.equal((await call(url, '/v1/auth/sign-in', { email: 'ada@example.com', password })).status, 200)
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  assert.equal((await room.ask(['user', 'invite', 'cid@example.com'])).status, 0)
  const doctor = await room.ask(['doctor'])
  assert.match(doctor.out, /^FAULT hold .*restored from a backup.*\n +Run `posthorn resume` when/m)
  assert.equal(doctor.status, 1)
  assert.equal((await restored.stop()).status, 0)

  const again = await room.host(['api', 'worker'])
  assert.match(again.output(), /ON HOLD/, 'the hold outlives a restart')
  assert.deepEqual(await mailsTo(dataDir, 'cid@example.com'), [], 'no job has run')
  const resume = await room.ask(['resume', '--yes'])
  assert.deepEqual([resume.out, resume.status], ['No post is due.\nReleased: due posts are now being published.\n', 0])
  await again.says(/hold released; workers started/)
  await until('waiting posts are published', async () => (await mailsTo(dataDir, 'cid@example.com')).length === 1)
  await again.stop()
})

test('if secret.key is lost, start and doctor say how to continue, and no new key replaces it', async () => {
  const file = join(dataDir, 'secret.key')
  const key = await readFile(file)
  await rm(file)
  const [start, invite, doctor] = [
    await room.run(['start']),
    await room.ask(['user', 'invite', 'dan@example.com']),
    await room.ask(['doctor']),
  ]
  for (const { status, err } of [start, invite]) {
    assert.equal(status, 1)
    assert.match(err, /^\S.*secret\.key is missing, .* Restore the file from a backup.* `posthorn keys reset`.*\n$/)
  }
  assert.match(
    doctor.out,
    /^FAULT secrets +.*signing_key\.sealed_private_jwk: 1 of 1 were sealed with a key that is not available/m,
  )
  await assert.rejects(stat(file), { code: 'ENOENT' })

  await writeFile(file, 'abc', { mode: 0o600 })
  const damaged = await room.run(['start'])
  assert.match(damaged.err, /^\S.*secret\.key is damaged: it must hold 64 hexadecimal characters\..*\n$/)
  await writeFile(file, key, { mode: 0o600 })
  assert.match((await room.ask(['doctor'])).out, /^ok +secrets +The current key decrypts all stored values/m)
})

async function giveTo(folder: string, uid: number, gid: number): Promise<void> {
  if (process.geteuid?.() !== 0) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) await chown(join(folder, name), uid, gid)
}
