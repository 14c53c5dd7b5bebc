import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RouteFact, routesOf } from '#infra/http/openapi/route-table.ts'
import { hasRole, roles, type Scope } from '#kernel/caller.ts'
import { setRole } from '#modules/identity/index.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import type { Answer, Client } from '../harness/client.ts'
import { withKey } from '../world/posts.ts'
import { type Row, table } from './table.ts'

/**
 * Calls every operation under /v1/admin as a user, with each role, with keys that have or lack the scope, with the cron
 * secret, and without a credential. `table.ts` defines who may call each.
 */

interface Actor {
  readonly name: string
  readonly client: (route: RouteFact) => Client
  readonly headers?: Readonly<Record<string, string>>
  readonly may: (row: Row) => boolean
}

const cronSecret = 'the-secret-of-crons-in-this-test'
const unknownId = 'none_01kajv4z00e008000000000001'
let t: TestApp
let actors: readonly Actor[]

before(async () => {
  t = await startApp({ settings: { CRON_SECRET: cronSecret } })
  // The first account is superadmin.
  const people = {
    superadmin: await t.as('superadmin'),
    user: await t.as('user'),
    support: await t.as('support'),
    admin: await t.as('admin'),
  }
  for (const role of ['support', 'admin'] as const) await setRole(t.deps, people[role].email, role)
  const whole = await withKey(t, people.superadmin, ['admin:read', 'admin:write'])
  const lacking: Readonly<Record<string, Client>> = {
    'admin:read': await withKey(t, people.superadmin, ['admin:write']),
    'admin:write': await withKey(t, people.superadmin, ['admin:read']),
  }
  actors = [
    ...roles.map((role) => ({
      name: role,
      client: () => people[role],
      may: ({ least }: Row) => hasRole(role, least),
    })),
    { name: 'a key with the scope', client: () => whole, may: ({ identityOnly }) => !identityOnly },
    {
      name: 'a key without the scope',
      client: (route) => lacking[scopeOf(route) ?? 'admin:read'] ?? whole,
      may: () => false,
    },
    {
      name: 'the secret of crons',
      client: () => t.anyone,
      headers: { 'x-cron-secret': cronSecret },
      may: ({ byCronSecret }) => byCronSecret === true,
    },
    {
      name: 'a wrong secret',
      client: () => t.anyone,
      headers: { 'x-cron-secret': `${cronSecret}!` },
      may: () => false,
    },
    { name: 'nobody', client: () => t.anyone, may: () => false },
  ]
})
after(() => t[Symbol.asyncDispose]())

const scopeOf = ({ access }: RouteFact): Scope | null => (access.credential === 'key-or-identity' ? access.scope : null)

const routes = (): readonly RouteFact[] =>
  routesOf(t.app).filter(
    ({ method, url, operationId, access }) =>
      url.startsWith('/v1/admin/') && method !== 'HEAD' && operationId !== null && !isOpen(access),
  )
const isOpen = (access: RouteFact['access']) => access.credential === 'none'
const rowOf = (route: RouteFact): Row | undefined => table[route.operationId ?? '']

function addressOf(route: RouteFact, path: readonly string[] = []): string {
  const given = [...path]
  return route.url.replace(/:\w+/g, () => given.shift() ?? unknownId)
}

const isRefused = ({ status }: Answer) => status === 401 || status === 403

test('the table lists exactly the administrative operations', () => {
  const known = routes().map(({ operationId }) => operationId ?? '')
  assert.deepEqual(
    known.filter((name) => !table[name]),
    [],
    'Add a row for each to test/administration/table.ts.',
  )
  assert.deepEqual(
    Object.keys(table).filter((name) => !known.includes(name)),
    [],
  )
})

test('callers without access are rejected before anything is read, and permitted callers have access', async () => {
  const leaks: string[] = []
  for (const route of routes()) {
    const row = rowOf(route)
    if (!row) continue
    for (const { name, client, headers, may } of actors) {
      // The body is deliberately invalid: a permitted caller gets an error about it, and nothing changes.
      const body = route.method === 'GET' ? undefined : { nonsense: true }
      const answer = await client(route).call(route.method, addressOf(route), body, headers ? { headers } : {})
      const summary = `${route.operationId} by ${name}: ${answer.status} ${answer.body?.code}`
      if (answer.status >= 500 || (may(row) ? isRefused(answer) && !isOwnRule(answer) : !isRefused(answer)))
        leaks.push(summary)
    }
  }
  assert.deepEqual(leaks, [])
})

/** True for refusals that come after the role check. */
const isOwnRule = ({ body }: Answer) => ['mfa_enrolment_required', 'mfa_required'].includes(body?.code)

test('each change by an administrator creates an entry in the audit log', async () => {
  const root = await t.as('superadmin')
  const user = await t.as('user')
  for (const route of routes().filter(({ method }) => method !== 'GET')) {
    const row = rowOf(route)
    const name = route.operationId ?? ''
    if (!row?.change) {
      assert.ok(row?.withoutChange, `${name}: say in the table what it changes, or why nothing.`)
      continue
    }
    const { body, headers, leaves } = row.change
    const path = row.change.path?.map((one) => (one === 'a user' ? user.uid : one))
    const answer = await root.call(route.method, addressOf(route, path), body, headers ? { headers } : {})
    assert.ok(answer.status < 300, `${name}: ${answer.text}`)
    const entry = await t.db
      .selectFrom('auditEntry')
      .select('auditEntry.action')
      .where('auditEntry.requestId', '=', answer.headers['x-request-id'] ?? '')
      .execute()
    assert.ok(
      entry.some(({ action }) => action === leaves),
      `${name} left ${JSON.stringify(entry)}`,
    )
  }
})
