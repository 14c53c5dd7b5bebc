import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { fromWire, newId, toWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { grant, refused } from '#test/world/people.ts'

let t: TestApp
let ada: Person
let bob: Person
before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  bob = await t.as('bob')
})
after(() => t[Symbol.asyncDispose]())

interface Link {
  readonly id: string
  readonly parentId: string
  readonly childId: string
}

const make = async (client: Client, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await client.post('/v1/profiles', { name: `profile ${n}` })).body.id)
  return ids
}
const link = (client: Client, parentId: string | undefined, childId: string | undefined, inheritanceRules?: object) =>
  client.post('/v1/profiles/links', { parentId, childId, ...(inheritanceRules ? { inheritanceRules } : {}) })
const linked = async (client: Client, parentId: string | undefined, childId: string | undefined): Promise<Link> => {
  const answer = await link(client, parentId, childId)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const linksAmong = async (client: Client, ids: readonly string[]): Promise<Link[]> =>
  (await client.get('/v1/profiles/links')).body.filter((one: Link) => ids.includes(one.parentId))

/** Returns the number of links in the longest chain; Infinity for a cycle. */
function longestChain(links: readonly Link[]): number {
  const walk = (id: string, above: readonly string[]): number => {
    if (above.includes(id)) return Number.POSITIVE_INFINITY
    const next = links.filter(({ parentId }) => parentId === id)
    return Math.max(0, ...next.map(({ childId }) => 1 + walk(childId, [...above, id])))
  }
  return Math.max(0, ...links.map(({ parentId }) => walk(parentId, [])))
}

test('200: a link has the requested profiles and rules, and is listed under its parent', async () => {
  const [a, b, c] = await make(ada, 3)
  const { status, body } = await link(ada, a, b, { autoRepost: true, languageOverride: 'pt-br', tagPrefix: 'rio-' })
  assert.equal(status, 200)
  assert.match(body.id, /^plink_[0-9a-z]{26}$/)
  assert.deepEqual(body, {
    id: body.id,
    parentId: a,
    childId: b,
    inheritanceRules: { autoRepost: true, languageOverride: 'pt-BR', tagPrefix: 'rio-' },
    createdAt: t.now().toISOString(),
  })
  const bare = await link(ada, a, c)
  assert.deepEqual(bare.body.inheritanceRules, {})
  const children = await ada.get(`/v1/profiles/${a}/children`)
  assert.equal(children.status, 200)
  assert.deepEqual(children.body.map((one: Link) => one.id).sort(), [body.id, bare.body.id].sort())
  assert.deepEqual((await ada.get(`/v1/profiles/${b}/children`)).body, [])
  assert.deepEqual(
    children.body.find((one: Link) => one.id === body.id),
    body,
  )
  assert.equal((await linksAmong(ada, [a!])).length, 2)
})

test('400: invalid rules, unknown fields and invalid ids are refused', async () => {
  const [a, b] = await make(ada, 2)
  for (const rules of [
    { autoRepost: 'yes' },
    { languageOverride: 'de_DE' },
    { tagPrefix: 'x'.repeat(51) },
    { more: 1 },
  ]) {
    const answer = await link(ada, a, b, rules)
    refused(answer, 400, 'validation_failed')
    assert.match(answer.body.errors[0].path, /^\/inheritanceRules\//)
  }
  refused(await link(ada, a, ada.uid), 400, 'validation_failed')
  refused(await ada.post('/v1/profiles/links', { parentId: a }), 400, 'validation_failed')
})

test('an Idempotency-Key creates one link and repeats the response', async () => {
  const [a, b] = await make(ada, 2)
  const headers = { 'idempotency-key': `${a}${b}` }
  const first = await ada.post('/v1/profiles/links', { parentId: a, childId: b }, { headers })
  const again = await ada.post('/v1/profiles/links', { parentId: a, childId: b }, { headers })
  assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [200, first.body, 'true'])
})

test('409: a profile’s link to itself, a duplicate link, or a link to an ancestor is refused', async () => {
  const [a, b, c] = await make(ada, 3)
  refused(await link(ada, a, a), 409, 'profile_link_cycle')
  await linked(ada, a, b)
  refused(await link(ada, a, b), 409, 'profile_link_exists')
  refused(await link(ada, b, a), 409, 'profile_link_cycle')
  await linked(ada, b, c)
  refused(await link(ada, c, a), 409, 'profile_link_cycle')
  await linked(ada, a, c)
})

test('409 profile_link_depth: a chain has at most ten links, including those at both ends', async () => {
  const ids = await make(ada, 13)
  for (let n = 0; n < 5; n++) await linked(ada, ids[n], ids[n + 1])
  for (let n = 6; n < 10; n++) await linked(ada, ids[n], ids[n + 1])
  const tenth = await linked(ada, ids[5], ids[6])
  const beyond = await link(ada, ids[10], ids[11])
  refused(beyond, 409, 'profile_link_depth')
  assert.equal(beyond.body.detail, 'Up to 10 linked levels are allowed. This would make 11.')
  refused(await link(ada, ids[11], ids[0]), 409, 'profile_link_depth')
  await linked(ada, ids[9], ids[11])
  await ada.delete(`/v1/profiles/links/${tenth.id}`)
  await linked(ada, ids[10], ids[12])
  refused(await link(ada, ids[5], ids[6]), 409, 'profile_link_depth')
})

test('409 profile_link_owners: profiles of different owners cannot be linked, even by an admin of both', async () => {
  const [[mine], [theirs]] = [await make(ada, 1), await make(bob, 1)]
  await grant(bob, theirs!, ada, 'admin')
  refused(await link(ada, mine, theirs), 409, 'profile_link_owners')
  refused(await link(ada, theirs, mine), 409, 'profile_link_owners')
})

test('only an admin of both profiles can link or unlink them: otherwise 403, or 404 for an unknown profile', async () => {
  const [a, b] = await make(ada, 2)
  refused(await link(bob, a, b), 403, 'profile_forbidden')
  refused(await link(bob, a, a), 403, 'profile_forbidden')
  refused(await link(ada, a, toWire('prof', newId<'prof'>(t.now()))), 404, 'profile_not_found')
  await grant(ada, a!, bob, 'admin')
  refused(await link(bob, a, b), 403, 'profile_forbidden')
  await grant(ada, b!, bob, 'editor')
  refused(await link(bob, a, b), 403, 'profile_role_required')
  await grant(ada, b!, bob, 'admin')
  const made = await linked(bob, a, b)

  const unknown = toWire('plink', newId<'plink'>(t.now()))
  refused(await ada.delete(`/v1/profiles/links/${unknown}`), 404, 'profile_link_not_found')
  await grant(ada, a!, bob, 'viewer')
  refused(await bob.delete(`/v1/profiles/links/${made.id}`), 403, 'profile_role_required')
  refused(await (await t.as('stranger')).delete(`/v1/profiles/links/${made.id}`), 403, 'profile_forbidden')
  await grant(ada, a!, bob, 'admin')
  assert.equal((await bob.delete(`/v1/profiles/links/${made.id}`)).status, 200)
})

test('200: DELETE returns an empty body, and the link moves to the top of the history', async () => {
  const cleo = await t.as('cleo')
  const [a, b, c] = await make(cleo, 3)
  const [first, second] = [await linked(cleo, a, b), await linked(cleo, b, c)]
  await t.advance(minutes(1))
  const firstEnd = t.now().toISOString()
  const gone = await cleo.delete(`/v1/profiles/links/${first.id}`)
  assert.deepEqual([gone.status, gone.text, gone.headers['content-length']], [200, '', '0'])
  assert.equal(gone.headers['content-type'], undefined)
  await t.advance(minutes(1))
  await cleo.delete(`/v1/profiles/${c}`)
  const history = await cleo.get('/v1/profiles/links/history')
  assert.equal(history.status, 200)
  assert.deepEqual(history.body, [
    { ...second, removedAt: t.now().toISOString() },
    { ...first, removedAt: firstEnd },
  ])
  assert.deepEqual((await cleo.get('/v1/profiles/links')).body, [])
  assert.deepEqual((await cleo.get(`/v1/profiles/${a}/children`)).body, [])
  refused(await cleo.delete(`/v1/profiles/links/${first.id}`), 404, 'profile_link_not_found')
  assert.notEqual((await linked(cleo, a, b)).id, first.id)
})

test('a link is visible only to users with access to both profiles', async () => {
  const [dan, [a, b, c]] = [await t.as('dan'), await make(ada, 3)]
  const [first, second] = [await linked(ada, a, b), await linked(ada, a, c)]
  await grant(ada, a!, dan, 'viewer')
  await grant(ada, c!, dan, 'viewer')
  const seenBy = async (client: Client, path: string) => (await client.get(path)).body.map((one: Link) => one.id)
  assert.deepEqual(await seenBy(dan, '/v1/profiles/links'), [second.id])
  assert.deepEqual(await seenBy(dan, `/v1/profiles/${a}/children`), [second.id])
  refused(await dan.get(`/v1/profiles/${b}/children`), 403, 'profile_forbidden')

  const made = await ada.post('/v1/api-keys', {
    name: 'two',
    scopes: ['profiles:read', 'profiles:write'],
    profileIds: [a, b],
  })
  const narrow = t.withToken(made.body.key)
  assert.deepEqual(await seenBy(narrow, '/v1/profiles/links'), [first.id])
  assert.deepEqual(await seenBy(narrow, `/v1/profiles/${a}/children`), [first.id])
  refused(await link(narrow, b, c), 403, 'profile_forbidden')
  refused(await narrow.delete(`/v1/profiles/links/${second.id}`), 403, 'profile_forbidden')
  await ada.delete(`/v1/profiles/links/${first.id}`)
  await ada.delete(`/v1/profiles/links/${second.id}`)
  assert.deepEqual(await seenBy(narrow, '/v1/profiles/links/history'), [first.id])
  assert.deepEqual(await seenBy(dan, '/v1/profiles/links/history'), [second.id])
})

test('of concurrent links A to B and B to A, one wins in every round', async () => {
  for (let round = 0; round < 10; round++) {
    const [a, b] = await make(ada, 2)
    const answers = await Promise.all([link(ada, a, b), link(ada, b, a)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    refused(answers.find(({ status }) => status === 409)!, 409, 'profile_link_cycle')
  }
})

test('of two concurrent links that would together close a cycle, one wins', async () => {
  for (let round = 0; round < 8; round++) {
    const [a, b, c, d] = await make(ada, 4)
    await linked(ada, a, b)
    await linked(ada, c, d)
    const answers = await Promise.all([link(ada, b, c), link(ada, d, a)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    refused(answers.find(({ status }) => status === 409)!, 409, 'profile_link_cycle')
  }
})

test('of two concurrent links at opposite ends of a chain of nine, one wins', async () => {
  const ids = await make(ada, 12)
  for (let n = 1; n < 10; n++) await linked(ada, ids[n], ids[n + 1])
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all([link(ada, ids[0], ids[1]), link(ada, ids[10], ids[11])])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    refused(answers.find(({ status }) => status === 409)!, 409, 'profile_link_depth')
    await ada.delete(`/v1/profiles/links/${answers.find(({ status }) => status === 200)!.body.id}`)
  }
})

test('concurrent identical links create one', async () => {
  const [a, b] = await make(ada, 2)
  const answers = await Promise.all(Array.from({ length: 10 }, () => link(ada, a, b)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers) if (answer.status !== 200) refused(answer, 409, 'profile_link_exists')
})

test('of 20 concurrent links in one chain, none exceeds the limit and none is refused without reason', async () => {
  const ids = await make(ada, 21)
  const answers = await Promise.all(ids.slice(1).map((child, n) => link(ada, ids[n], child)))
  for (const [n, answer] of answers.entries()) {
    if (answer.status === 200) continue
    refused(answer, 409, 'profile_link_depth')
    refused(await link(ada, ids[n], ids[n + 1]), 409, 'profile_link_depth')
  }
  const made = await linksAmong(ada, ids)
  assert.equal(made.length, answers.filter(({ status }) => status === 200).length)
  assert.ok(made.length >= 10, `${made.length} links`)
  assert.ok(longestChain(made) <= 10)
})

test('random concurrent links and removals never form a cycle or a chain that is too long', async () => {
  const ids = await make(ada, 8)
  const pick = (n: number) => ids[n % ids.length]
  const pairs = Array.from({ length: 60 }, (_, n) => [pick(n * 5 + 1), pick(n * 3 + Math.floor(n / 8))] as const)
  const answers = await Promise.all(
    pairs.map(async ([parent, child], n) => {
      const answer = await link(ada, parent, child)
      if (answer.status === 200 && n % 4 === 0) await ada.delete(`/v1/profiles/links/${answer.body.id}`)
      return answer
    }),
  )
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text),
    [],
  )
  const made = await linksAmong(ada, ids)
  assert.ok(made.length > 5)
  assert.ok(longestChain(made) <= 10)
})

test('a profile that is deleted while being linked keeps no active link', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = await make(ada, 3)
    const answers = await Promise.all([link(ada, a, b), ada.delete(`/v1/profiles/${b}`), link(ada, b, c)])
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200 && status !== 404).map(({ text }) => text),
      [],
    )
    assert.deepEqual(await linksAmong(ada, [a!, b!]), [])
    const live = await t.db
      .selectFrom('profileLink')
      .select('id')
      .where('childId', '=', fromWire('prof', b!)!)
      .where('removedAt', 'is', null)
      .execute()
    assert.deepEqual(live, [])
  }
})
