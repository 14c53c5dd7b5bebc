import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { directory, oktaUser, scimSettings, scimToken } from '#test/world/directory.ts'

let t: TestApp
let scim: ReturnType<typeof directory>
let id: string
let group: string
before(async () => {
  t = await startApp({ settings: scimSettings })
  await t.as('root')
  scim = directory(t)
  id = await scim.person('ann')
  group = await scim.group('All', [id])
})
after(() => t[Symbol.asyncDispose]())

test('401: only the token of the operator is accepted, and errors have the format of SCIM', async () => {
  const root = await t.as('root')
  for (const token of [null, 'x', `${scimToken}x`, scimToken.slice(1), root.token]) {
    const answer = await directory(t, token).get('/Users')
    assert.deepEqual([answer.status, answer.headers['www-authenticate']], [401, 'Bearer realm="Posthorn SCIM"'])
    assert.equal(answer.headers['content-type'], 'application/scim+json; charset=utf-8')
    assert.deepEqual(answer.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
    assert.equal(answer.body.status, '401')
    assert.equal(answer.text.includes(scimToken), false)
  }
  assert.equal((await t.withToken(scimToken).get('/v1/auth/me')).status, 401, 'the token opens nothing else')
})

test('404: without SCIM_TOKEN, SCIM is off', async () => {
  await using off = await startApp()
  await off.as('root')
  assert.equal((await directory(off, null).get('/Users')).status, 404)
  const state = await (await off.as('root')).get('/v1/admin/directory')
  assert.deepEqual(state.body, {
    isOn: false,
    baseUrl: 'http://posthorn.test/scim/v2',
    users: 0,
    lastRequestAt: null,
    groups: [],
  })
})

test('429: wrong tokens are bounded for each address', async () => {
  await using tight = await startApp({ settings: { ...scimSettings, RATE_LIMIT_PER_MINUTE: '5' } })
  const wrong = directory(tight, 'wrong')
  for (let n = 0; n < 5; n++) assert.equal((await wrong.get('/Users')).status, 401)
  assert.equal((await wrong.get('/Users')).status, 429)
})

test('400: filters that are not understood, too long, too deep or too many', async () => {
  const deep = `${'('.repeat(50)}userName eq "a"${')'.repeat(50)}`
  const many = Array.from({ length: 40 }, () => 'userName eq "a"').join(' or ')
  const bad = [
    ...['', ' ', 'userName', 'userName eq', 'userName eq a', 'userName gt "a"', 'userName eq "a', 'userName eq "\\x"'],
    ...['password eq "a"', 'title pr', 'not (userName eq "a")', 'userName eq "a" and', 'userName eq "a" "b"', '()'],
    ...['userName eq true', 'active eq "maybe"', 'active co "t"', 'id sw "usr"', 'userName eq "\\u0000"', '🦆 eq "a"'],
    ...['emails[type eq "work"', 'emails[type eq "work"].type eq "x"', '__proto__ eq "a"', 'constructor eq "a"'],
    ...[deep, many, `userName eq "${'a'.repeat(3_000)}"`],
  ]
  for (const filter of bad.slice(1)) {
    for (const list of ['/Users', '/Groups']) {
      const answer = await scim.get(`${list}?filter=${encodeURIComponent(filter)}`)
      assert.deepEqual([answer.status, answer.body.scimType], [400, 'invalidFilter'], `${list} ${filter}`)
    }
  }
})

test('filters treat signs of patterns and quotes as text', async () => {
  const count = async (filter: string) =>
    (await scim.get(`/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults
  assert.equal(await count('userName co "nn@"'), 1)
  assert.equal(await count('userName sw "ANN"'), 1)
  assert.equal(await count('userName co "%"'), 0)
  assert.equal(await count('userName co "_nn"'), 0)
  assert.equal(await count(`userName eq "' or '1'='1"`), 0)
  assert.equal(await count('(userName eq "x" or displayName sw "ann") and active eq true'), 1)
  assert.equal(await count('externalId eq "OKTA-ANN"'), 0)
  assert.equal(await count('id eq "nonsense"'), 0)
})

test('4xx: no body that a directory could send causes a server error', async () => {
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
  const bodies = [
    ...['', '{', '[]', 'null', '1', '"x"', deep, '{"userName":', 'x'.repeat(100)],
    ...[
      {},
      { userName: 7 },
      { userName: '' },
      { userName: 'no address' },
      { userName: ['a'] },
      { userName: 'a\u0000b' },
    ],
    ...[oktaUser('x', { emails: 'x' }), oktaUser('x', { emails: [7] }), oktaUser('x', { emails: [{ value: 'no' }] })],
    ...[
      oktaUser('x', { name: 'x' }),
      oktaUser('x', { active: 'maybe' }),
      oktaUser('x', { externalId: 'e'.repeat(256) }),
    ],
    ...[oktaUser('x', { userName: '\ud800@example.com' }), oktaUser('x', { displayName: { a: 1 } })],
    ...[oktaUser('x', { emails: Array.from({ length: 21 }, () => ({ value: 'a@example.com' })) })],
    ...[{ displayName: 7 }, { displayName: 'x', members: [{ value: 'nobody' }] }, { displayName: 'x'.repeat(300) }],
    ...[
      { displayName: 'y', members: [{ value: 'usr_01kajv4z00e008000000000001' }] },
      { displayName: 'y', members: 7 },
    ],
    ...[{ Operations: [] }, { Operations: 'x' }, { Operations: [7] }, { Operations: [{ op: 'move', path: 'active' }] }],
    ...[{ Operations: [{ op: 'replace' }] }, { Operations: [{ op: 'remove' }] }, { Operations: [{ op: 7 }] }],
    ...[{ Operations: [{ op: 'add', path: 7, value: 1 }] }, { Operations: [{ op: 'add', path: 'a b', value: 1 }] }],
    ...[
      { Operations: [{ op: 'add', path: 'emails[type eq', value: 1 }] },
      { Operations: [{ op: 'replace', value: 'x' }] },
    ],
    ...[{ Operations: [{ op: 'remove', path: 'userName' }] }, { Operations: [{ op: 'remove', path: 'active' }] }],
    ...[
      {
        Operations: [
          { op: 'remove', path: 'displayName' },
          { op: 'replace', path: 'active', value: 'x' },
        ],
      },
    ],
    ...[{ Operations: Array.from({ length: 1_001 }, () => ({ op: 'replace', path: 'active', value: true })) }],
  ]
  const before = (await scim.get(`/Users/${id}`)).body
  for (const body of bodies) {
    for (const [method, path] of [
      ['POST', '/Users'],
      ['PUT', `/Users/${id}`],
      ['PATCH', `/Users/${id}`],
      ['POST', '/Groups'],
      ['PUT', `/Groups/${group}`],
      ['PATCH', `/Groups/${group}`],
    ] as const) {
      const answer = await scim.send(method, path, body)
      const name = `${method} ${path} ${JSON.stringify(body).slice(0, 200)} → ${answer.text}`
      // What is wrong for people can be a group, and the reverse.
      assert.ok(answer.status < 500, name)
      if (answer.status >= 400) {
        assert.deepEqual(answer.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'], name)
        assert.ok(answer.body.detail.length > 10, name)
      }
    }
  }
  assert.deepEqual((await scim.get(`/Users/${id}`)).body, before)
})

test('4xx: strange IDs, media types, sizes and queries', async () => {
  const status = async (method: string, path: string, body?: unknown, headers = {}) =>
    (await scim.send(method, path, body, headers)).status
  for (const one of ['x', id.toUpperCase(), group, '%00', encodeURIComponent('../Users'), 'a'.repeat(400)])
    assert.equal(await status('GET', `/Users/${one}`), 404, one)
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    assert.equal(
      await status(
        method,
        '/Groups/grp_01kajv4z00e008000000000001',
        method === 'DELETE'
          ? undefined
          : method === 'PUT'
            ? { displayName: 'z' }
            : { Operations: [{ op: 'add', path: 'displayName', value: 'z' }] },
      ),
      404,
    )
  assert.equal(await status('POST', '/Users', oktaUser('x'), { 'content-type': 'text/plain' }), 415)
  assert.equal(await status('POST', '/Users', ' '.repeat(1024 * 1024 + 1)), 413)
  assert.equal(await status('GET', '/Users?count=x'), 400)
  assert.equal(await status('GET', '/Users?count=1&count=2'), 400)
  assert.equal(await status('GET', '/Users?filter[a]=1'), 400)
  assert.equal(await status('GET', `/Users?attributes=${'a,'.repeat(60)}`), 400)
  assert.equal(await status('GET', '/Users?sortBy=userName&unknown=1'), 200)
})

test('409: no person is created before the installation has an owner', async () => {
  await using fresh = await startApp({ settings: scimSettings })
  const answer = await directory(fresh).post('/Users', oktaUser('first'))
  assert.equal(answer.status, 409)
  assert.match(answer.body.detail, /no owner yet/)
  assert.equal((await fresh.as('owner')).email, 'owner@example.com')
})
