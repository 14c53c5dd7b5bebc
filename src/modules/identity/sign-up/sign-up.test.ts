import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { ensureSetupCode, inviteToSignUp } from '../index.ts'

const ada = { email: 'ada@example.com', password: 'a few words in a row', name: 'Ada' }
const signUp = (t: TestApp, body: object) => t.anyone.post('/v1/auth/sign-up', body)
const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map((answer) => answer.body.code ?? answer.status).sort()

test('201: sign-up signs the user in; only the first account is superadmin', async () => {
  await using t = await startApp({ settings: { DEFAULT_PLAN: 'starter' } })
  const first = await signUp(t, { ...ada, email: '  Ada@Example.com ', name: ' Ada ' })
  assert.equal(first.status, 201)
  assert.deepEqual(Object.keys(first.body).sort(), ['expiresAt', 'refreshToken', 'token', 'user'])
  const { uid, ...user } = first.body.user
  assert.match(uid, /^usr_/)
  assert.deepEqual(user, {
    email: 'Ada@Example.com',
    emailVerified: false,
    name: 'Ada',
    avatar: null,
    avatarUrl: null,
    timezone: 'UTC',
    locale: 'en',
    role: 'superadmin',
    plan: 'starter',
    subscription: { status: 'active', pastDueSince: null },
    mfaEnabled: false,
    createdAt: t.now().toISOString(),
  })
  assert.equal(Date.parse(first.body.expiresAt) - t.now().getTime(), 15 * 60_000)
  const me = await t.withToken(first.body.token).get('/v1/auth/me')
  assert.deepEqual(me.body, first.body.user)
  assert.equal((await signUp(t, { ...ada, email: 'bob@example.com' })).body.user.role, 'user')

  const events = await t.db.selectFrom('event').select(['type', 'ownerUid']).orderBy('id').execute()
  assert.deepEqual(
    events.map((event) => event.type),
    ['user.created', 'user.created'],
  )
  const log = await t.withToken(first.body.token).get('/v1/auth/me/audit-log')
  assert.deepEqual(
    log.body.entries.map((entry: { action: string; subject: string }) => [entry.action, entry.subject]),
    [['user.created', uid]],
  )
})

test('201: sign-up sets the user’s time zone; it defaults to UTC, and an unknown zone is rejected', async () => {
  await using t = await startApp()
  const zoneOf = async (body: object) => {
    const { status, body: answer } = await signUp(t, body)
    return status === 201 ? answer.user.timezone : answer.errors.map((fault: { path: string }) => fault.path)
  }
  assert.equal(await zoneOf({ ...ada, timezone: 'Europe/Berlin' }), 'Europe/Berlin')
  assert.equal(await zoneOf({ ...ada, email: 'bob@example.com' }), 'UTC')
  assert.deepEqual(await zoneOf({ ...ada, email: 'cy@example.com', timezone: 'Mars/Base' }), ['/timezone'])
})

test('409 email_taken: an address has one account, regardless of case', async () => {
  await using t = await startApp()
  await signUp(t, ada)
  const again = await signUp(t, { ...ada, email: 'ADA@example.COM' })
  assert.deepEqual([again.status, again.body.code], [409, 'email_taken'])
  const race = await Promise.all(Array.from({ length: 20 }, () => signUp(t, { ...ada, email: 'bob@example.com' })))
  assert.deepEqual(codes(race), [201, ...Array(19).fill('email_taken')])
  assert.equal((await t.db.selectFrom('appUser').select('id').execute()).length, 2)
})

test('400: every error in a sign-up is listed', async () => {
  await using t = await startApp()
  const faults = async (body: object) => {
    const { status, body: problem } = await signUp(t, body)
    assert.deepEqual([status, problem.code], [400, 'validation_failed'])
    return problem.errors.map((fault: { path: string }) => fault.path).sort()
  }
  assert.deepEqual(await faults({}), ['/email', '/name', '/password'])
  assert.deepEqual(await faults({ email: 'ada', password: 'short', name: '  ', role: 'admin' }), [
    '/email',
    '/name',
    '/password',
    '/role',
  ])
  assert.deepEqual(await faults({ ...ada, password: 'x'.repeat(257) }), ['/password'])
  assert.deepEqual(await faults({ ...ada, email: `${'a'.repeat(250)}@example.com` }), ['/email'])
  assert.deepEqual(await faults({ ...ada, password: 'Password123' }), ['/password'])
  assert.deepEqual(await faults({ ...ada, password: ada.email }), ['/password'])
  assert.deepEqual(await faults({ ...ada, name: 'a\u0000b' }), ['/name'])
  assert.equal((await signUp(t, { ...ada, password: 'x\u{1f40e}é '.repeat(40).slice(0, 200) })).status, 201)
})

test('of 50 concurrent first sign-ups, exactly one becomes superadmin', async () => {
  await using t = await startApp()
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, n) => signUp(t, { ...ada, email: `ada${n}@example.com` })),
  )
  assert.deepEqual(codes(all), Array(50).fill(201))
  assert.equal(all.filter((answer) => answer.body.user.role === 'superadmin').length, 1)
})

test('with closed sign-up, 50 concurrent sign-ups create exactly one account', async () => {
  for (const [signUpSetting, code] of [
    ['invite', 'invite_required'],
    ['closed', 'sign_up_closed'],
  ] as const) {
    await using t = await startApp({ settings: { SIGN_UP: signUpSetting } })
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) => signUp(t, { ...ada, email: `ada${n}@example.com` })),
    )
    assert.deepEqual(codes(all), [201, ...Array(49).fill(code)])
    assert.equal((await t.db.selectFrom('appUser').select('id').execute()).length, 1)
  }
})

test('403 setup_code_required: a reachable installation requires the setup code for the first account, once', async () => {
  await using t = await startApp({ settings: { HOST: '0.0.0.0' } })
  const code = (await ensureSetupCode(t.deps)) ?? ''
  assert.match(code, /^([0-9a-z]{5}-){4}[0-9a-z]{5}$/)
  assert.equal(await ensureSetupCode(t.deps), code, 'another process prints the same one')
  const refused = await Promise.all([
    signUp(t, ada),
    signUp(t, { ...ada, setupCode: 'x' }),
    signUp(t, { ...ada, setupCode: `${code}a` }),
  ])
  assert.deepEqual(codes(refused), Array(3).fill('setup_code_required'))

  const race = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      signUp(t, { ...ada, email: `ada${n}@example.com`, setupCode: code.toUpperCase().replaceAll('-', ' ') }),
    ),
  )
  assert.deepEqual(codes(race), [201, ...Array(19).fill('invite_required')])
  assert.equal(race.find((answer) => answer.status === 201)?.body.user.role, 'superadmin')
  assert.equal(await ensureSetupCode(t.deps), null)
  const { setupCodeHash } = await t.db.selectFrom('installation').select('setupCodeHash').executeTakeFirstOrThrow()
  assert.equal(setupCodeHash, null)
})

test('on loopback no setup code is required', async () => {
  await using t = await startApp()
  assert.equal(await ensureSetupCode(t.deps), null)
})

test('an invitation works for its address, once, for seven days, and is stored as a hash', async () => {
  await using t = await startApp({ settings: { SIGN_UP: 'invite' } })
  await signUp(t, ada)
  const bob = { ...ada, email: 'bob@example.com', name: 'Bob' }
  const { token, expiresAt } = await inviteToSignUp(t.deps, ' Bob@example.com ')
  assert.equal(expiresAt.getTime() - t.now().getTime(), days(7))
  assert.ok(!JSON.stringify(await t.db.selectFrom('signUpInvite').selectAll().execute()).includes(token))

  assert.deepEqual(
    codes([
      await signUp(t, bob),
      await signUp(t, { ...bob, inviteToken: 'x' }),
      await signUp(t, { ...bob, email: 'carol@example.com', inviteToken: token }),
    ]),
    Array(3).fill('invite_required'),
  )
  const known = await signUp(t, { ...ada, inviteToken: token })
  assert.equal(known.body.code, 'invite_required', 'nothing tells that this address has an account')
  const race = await Promise.all(Array.from({ length: 10 }, () => signUp(t, { ...bob, inviteToken: token })))
  assert.deepEqual(codes(race), [201, ...Array(9).fill('invite_required')])
  await assert.rejects(inviteToSignUp(t.deps, 'BOB@example.com'), { code: 'email_taken' })
  await assert.rejects(inviteToSignUp(t.deps, 'nonsense'), { code: 'validation_failed' })

  const late = await inviteToSignUp(t.deps, 'dave@example.com')
  await t.advance(days(7))
  assert.equal(
    (await signUp(t, { ...ada, email: 'dave@example.com', inviteToken: late.token })).body.code,
    'invite_required',
  )
  await t.advance(days(2))
  const left = await t.db.selectFrom('signUpInvite').select('email').execute()
  assert.deepEqual(left, [], 'the sweep deletes unusable invitations')
})

test('429 rate_limited: an IP address’s attempts are counted per route', async () => {
  await using t = await startApp({ settings: { SIGN_IN_ATTEMPTS_PER_MINUTE: '5' } })
  await signUp(t, ada)
  const wrong = { email: ada.email, password: 'not the password' }
  const tries: number[] = []
  for (let n = 0; n < 6; n++) tries.push((await t.anyone.post('/v1/auth/sign-in', wrong)).status)
  assert.deepEqual(tries, [401, 401, 401, 401, 401, 429])
  await t.advance(60_000)
  assert.equal((await t.anyone.post('/v1/auth/sign-in', wrong)).status, 401)
})
