import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type RouteFact, routesOf } from '#infra/http/openapi/route-table.ts'
import { scopeNames } from '#kernel/caller.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import type { Answer, Client } from '../harness/client.ts'
import { callRow } from './call-row.ts'
import { hasRight, type ProfileRole, type Row } from './row.ts'
import { table } from './table.ts'
import { makeWorld, type World } from './world.ts'

/**
 * Calls every route of the running server as every kind of caller: the owner of a profile, its members with each role,
 * a stranger, an anonymous caller, and keys that are too narrow. The route's own access rule defines the required
 * credential, scope and role in the installation; `tenants/table.ts` adds its requirements on the profile, or whose
 * object it is. The expected response to each caller follows from both.
 */
let t: TestApp
let shared: World
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  // The first account is superadmin; none of the callers below use it.
  await t.as('root')
  shared = await makeWorld(t)
  await shared.letAppIn()
  await shared.addPasskey()
})
after(() => t[Symbol.asyncDispose]())

interface Actor {
  readonly role: ProfileRole | null
  /** The kind of credential. */
  readonly with: 'nothing' | 'identity' | 'key'
  readonly narrow?: true
  readonly isOwner?: true
  readonly withoutTheScope?: true
  client(world: World, route: RouteFact): Promise<Client>
  /** The world that the caller's requests name, if it differs. */
  worldOf?(world: World): World
  /** Texts that must not be in any response to this caller. */
  hidden(world: World): readonly string[]
}

/** Names a draft that other callers have not published: contributors change only drafts. */
const withDraft = (world: World): World => ({
  ...world,
  postId: world.draftId,
  targetId: world.draftTargetId,
  teamCommentId: world.draftTeamCommentId,
})

const nameOf = (email: string): string => email.replace(/@.*/, '')

const everything = (world: World): string[] => [
  ...[world.owner, world.admin, world.other].flatMap(({ uid, email }) => [uid, email, nameOf(email)]),
  ...[world.profile, world.second, world.alone].flatMap(({ id, name }) => [id, name]),
  ...[world.accountId, world.hiddenAccountId, world.hiddenHandle],
  ...[world.postId, world.targetId, world.hiddenPostId],
  ...[world.linkId, world.hiddenLinkId, world.inviteId, world.inviteEmail, world.keyId, world.keyName],
  ...[world.mediaId, world.mediaPath, world.hiddenMediaId, world.hiddenMediaName],
  ...[world.webhookId, world.webhookUrl, world.deliveryId],
]
const ofTheOwnerAlone = (world: World): string[] => [
  world.hiddenPostId,
  ...[world.hiddenAccountId, world.hiddenHandle],
  ...[world.alone.id, world.alone.name, world.hiddenLinkId, world.keyId, world.keyName],
  ...[world.hiddenMediaId, world.hiddenMediaName],
  ...[world.webhookId, world.webhookUrl, world.deliveryId],
]
const alsoFromPlainMembers = (world: World): string[] => [
  ...ofTheOwnerAlone(world),
  ...[world.owner.email, world.other.email, world.inviteId, world.inviteEmail],
]

/** Administration scopes need a role in the installation. */
const grantable = scopeNames.filter((scope) => !scope.startsWith('admin:'))

const keys = new WeakMap<Person, Map<string, Promise<Client>>>()
function keyOf(person: Person, scopes: readonly string[], profileIds: readonly string[] | null): Promise<Client> {
  const known = keys.get(person) ?? new Map<string, Promise<Client>>()
  keys.set(person, known)
  const params = JSON.stringify({ name: 'to try', scopes, profileIds })
  const made = known.get(params) ?? makeKey(person, params)
  known.set(params, made)
  return made
}

async function makeKey(person: Person, params: string): Promise<Client> {
  const { body, status, text } = await person.post('/v1/api-keys', params)
  assert.equal(status, 201, text)
  return t.withToken(body.key)
}

/** Lists the scopes that open a route: the one that it requires, and the one that it required before. */
const scopesOf = ({ access }: RouteFact): readonly unknown[] =>
  access.credential === 'key-or-identity' ? [access.scope, access.formerScope] : []

const person = (role: ProfileRole | null, name: ProfileRole | 'stranger') => ({
  role,
  with: 'identity' as const,
  client: async (world: World) => world[name],
})

const actors: Readonly<Record<string, Actor>> = {
  owner: { ...person('owner', 'owner'), isOwner: true, hidden: () => [] },
  admin: { ...person('admin', 'admin'), hidden: ofTheOwnerAlone },
  editor: { ...person('editor', 'editor'), hidden: alsoFromPlainMembers },
  viewer: { ...person('viewer', 'viewer'), hidden: alsoFromPlainMembers },
  contributor: { ...person('contributor', 'contributor'), hidden: alsoFromPlainMembers, worldOf: withDraft },
  approver: { ...person('approver', 'approver'), hidden: alsoFromPlainMembers },
  'a key of the contributor': {
    role: 'contributor',
    with: 'key',
    client: (world) => keyOf(world.contributor, grantable, null),
    hidden: alsoFromPlainMembers,
    worldOf: withDraft,
  },
  'a key of the approver': {
    role: 'approver',
    with: 'key',
    client: (world) => keyOf(world.approver, grantable, null),
    hidden: alsoFromPlainMembers,
  },
  stranger: { ...person(null, 'stranger'), hidden: everything },
  nobody: { role: null, with: 'nothing', client: async () => t.anyone, hidden: everything },
  'a key of the owner': {
    role: 'owner',
    with: 'key',
    isOwner: true,
    client: (world) => keyOf(world.owner, grantable, null),
    hidden: () => [],
  },
  'a key of the owner without the scope': {
    role: 'owner',
    with: 'key',
    isOwner: true,
    withoutTheScope: true,
    client: (world, route) =>
      keyOf(
        world.owner,
        grantable.filter((scope) => !scopesOf(route).includes(scope)),
        null,
      ),
    hidden: () => [],
  },
  'a key of the owner for another profile': {
    role: null,
    with: 'key',
    isOwner: true,
    narrow: true,
    client: (world) => keyOf(world.owner, grantable, [world.alone.id]),
    hidden: (world) => {
      const { owner, alone, hiddenPostId, hiddenAccountId, hiddenHandle } = world
      const theirs = [owner.uid, nameOf(owner.email), alone.id, alone.name, hiddenPostId, hiddenAccountId, hiddenHandle]
      return everything(world).filter((text) => !theirs.includes(text))
    },
  },
  'a key of a stranger': {
    role: null,
    with: 'key',
    client: (world) => keyOf(world.stranger, grantable, null),
    hidden: everything,
  },
}

type Verdict = 'open' | 'let in' | 401 | 403

function verdictOn({ access }: RouteFact, row: Row, actor: Actor): Verdict {
  if (access.credential === 'none') return 'open'
  if (actor.with === 'nothing') return 401
  if (actor.with === 'key' && (access.credential === 'identity' || actor.withoutTheScope)) return 403
  if (access.role) return 403
  if (row.wholeKeysOnly && actor.narrow) return 403
  if (row.needs === 'nothing') return 'let in'
  if (row.needs === 'its person') return actor.isOwner ? 'let in' : 403
  if (actor.role === null) return 403
  return hasRight(actor.role, row.needs) ? 'let in' : 403
}

function judge(verdict: Verdict, { status, text, body }: Answer, row: Row): string | null {
  const summary = `${status} ${text.slice(0, 200)}`
  if (status >= 500) return summary
  if (verdict === 'open') return null
  if (verdict !== 'let in') return status === verdict ? null : `must be ${verdict}, was ${summary}`
  const barred = [401, 403, 404].includes(status) && !row.also?.includes(body?.code)
  return (status === 400 && !row.also?.includes(body?.code)) || barred ? `must be let in, was ${summary}` : null
}

const routes = () => routesOf(t.app).filter(({ method, operationId }) => method !== 'HEAD' && operationId !== null)
const rowOf = (route: RouteFact) => table[route.operationId ?? '']

/** Returns everything stored, except counters and logs of requests, and separately sealed data. */
async function stored(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('rate_bucket', 'api_request', 'audit_seal') order by 1`.execute(t.db)
  const prints = rows.map(
    ({ name }) => sql`select ${name} as name, md5(string_agg(row, '' order by row)) as print
      from (select (to_jsonb(each) - 'last_used_at')::text as row from ${sql.table(name)} each) rows`,
  )
  const found = await sql<{ name: string; print: string | null }>`${sql.join(prints, sql` union all `)}`.execute(t.db)
  assert.ok(found.rows.length > 10)
  return found.rows.map(({ name, print }) => `${name} ${print}`).join('\n')
}

test('callers without access get 401 or 403, and nothing changes or is revealed', async () => {
  const faults: string[] = []
  // Keys are created before anything is compared.
  for (const route of routes()) for (const actor of Object.values(actors)) await actor.client(shared, route)
  let before = await stored()
  for (const route of routes()) {
    const row = rowOf(route)
    if (!row) continue
    const cells = Object.entries(actors).filter(([, actor]) => typeof verdictOn(route, row, actor) === 'number')
    const clients = await Promise.all(cells.map(([, actor]) => actor.client(shared, route)))
    const answers = await Promise.all(clients.map((client) => callRow(client, shared, route, row)))
    for (const [index, [name, actor]] of cells.entries()) {
      const answer = answers[index] as Answer
      const place = `${route.operationId} by ${name}`
      const fault = judge(verdictOn(route, row, actor), answer, row)
      if (fault) faults.push(`${place}: ${fault}`)
      for (const text of everything(shared))
        if (tells(answer, text)) faults.push(`${place} tells ${text}: ${answer.text}`)
    }
    const now = await stored()
    if (now !== before) faults.push(`${route.operationId}: a refused call has changed something`)
    before = now
  }
  assert.deepEqual(faults, [])
})

test('permitted callers have access, and see nothing that belongs to others', async () => {
  const faults: string[] = []
  let cells = 0
  for (const route of routes()) {
    const row = rowOf(route)
    if (!row) continue
    for (const [name, actor] of Object.entries(actors)) {
      const verdict = verdictOn(route, row, actor)
      if (typeof verdict === 'number') continue
      cells += 1
      const world = row.spends ? await makeWorld(t) : shared
      const answer = await callRow(await actor.client(world, route), actor.worldOf?.(world) ?? world, route, row)
      const place = `${route.operationId} by ${name}`
      const fault = judge(verdict, answer, row)
      if (fault) faults.push(`${place}: ${fault}`)
      for (const text of actor.hidden(world))
        if (tells(answer, text)) faults.push(`${place} tells ${text}: ${answer.text}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.ok(cells > 100, `only ${cells} cells`)
})

const tells = ({ text, headers }: Answer, what: string): boolean =>
  text.includes(what) || Object.values(headers).some((value) => value.includes(what))
