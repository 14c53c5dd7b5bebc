import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { ensureSetupCode } from '../index.ts'

const ada = { email: 'ada@example.com', password: 'a few words in a row' }
const claim = (t: TestApp, body: object, headers: Record<string, string> = {}) =>
  t.anyone.post('/v1/auth/claim', body, { headers })
const options = async (t: TestApp) => (await t.anyone.get('/v1/auth/options')).body

test('201: a claim creates the owner, the first profile and a browser session; of ten concurrent claims, one succeeds', async () => {
  await using t = await startApp()
  assert.deepEqual(await options(t), {
    identityProvider: null,
    isClaimed: false,
    needsSetupCode: false,
    passkeys: false,
    signUp: 'open',
    company: null,
  })
  const given = { ...ada, timezone: 'Europe/Berlin', locale: 'de', profileName: 'Meine Marke' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => claim(t, { ...given, email: `racer-${nth}@example.com` })),
  )
  const codes = answers.map(({ status, body }) => body.code ?? status).sort()
  assert.deepEqual(codes, [201, ...Array(9).fill('installation_claimed')])
  const { body, headers } = answers.find(({ status }) => status === 201) ?? assert.fail()
  assert.deepEqual(Object.keys(body).sort(), ['expiresAt', 'token', 'user'])
  assert.match(headers['set-cookie'] ?? '', /^posthorn_session=[A-Za-z0-9_-]{43};.*HttpOnly/)
  const { name, email, role, plan, timezone, locale } = body.user
  assert.deepEqual(
    { name, role, plan, timezone, locale },
    { name: email.split('@')[0], role: 'superadmin', plan: 'max', timezone: 'Europe/Berlin', locale: 'de' },
  )
  const profiles = await t.withToken(body.token).get('/v1/profiles')
  assert.deepEqual(
    profiles.body.map((profile: { name: string; role: string }) => [profile.name, profile.role]),
    [['Meine Marke', 'owner']],
  )
  assert.equal((await t.db.selectFrom('appUser').select('id').execute()).length, 1)
  assert.equal((await t.db.selectFrom('profile').select('id').execute()).length, 1)
  assert.equal((await options(t)).isClaimed, true)
})

test('403 setup_code_required: if others can reach the service, a claim needs the code, which works once', async () => {
  await using t = await startApp({ settings: { HOST: '0.0.0.0' } })
  const setupCode = (await ensureSetupCode(t.deps)) ?? assert.fail('a code is needed')
  assert.equal((await options(t)).needsSetupCode, true)
  for (const body of [ada, { ...ada, setupCode: 'AAAA-AAAA-AAAA' }]) {
    const answer = await claim(t, body)
    assert.deepEqual([answer.status, answer.body.code], [403, 'setup_code_required'])
  }
  assert.equal(
    (await claim(t, { ...ada, setupCode }, { origin: 'https://evil.example' })).body.code,
    'origin_forbidden',
  )
  assert.equal((await t.db.selectFrom('appUser').select('id').execute()).length, 0)
  assert.equal((await claim(t, { ...ada, setupCode })).status, 201)
  const again = await claim(t, { ...ada, email: 'bob@example.com', setupCode })
  assert.deepEqual([again.status, again.body.code], [409, 'installation_claimed'])
})
