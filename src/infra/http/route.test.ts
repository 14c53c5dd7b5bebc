import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { route, routesWith } from './route.ts'
import type { Edge } from './server.ts'

/** Collects what would be added to a server. */
function collect() {
  const added: unknown[] = []
  const app = { route: (options: unknown) => added.push(options) } as unknown as Edge
  return { app, added }
}

const access = { credential: 'identity' } as const
const made = z.object({ id: z.string() })
const does = async () => ({ id: 'prof_1' })

test('a declaration becomes one Fastify route, without the fields that it omits', () => {
  const { app, added } = collect()
  route(app, {
    post: '/v1/a',
    id: 'createA',
    tag: 'A',
    summary: 'Create an A',
    access,
    bodyLimit: 9,
    answers: made,
    does,
  })
  assert.deepEqual(added, [
    {
      method: 'POST',
      url: '/v1/a',
      bodyLimit: 9,
      config: { access },
      schema: { operationId: 'createA', tags: ['A'], summary: 'Create an A', response: { 200: made } },
      handler: does,
    },
  ])
})

test('a hidden route has neither an ID nor a section, and responses can have any status', () => {
  const { app, added } = collect()
  const moved = { 302: z.undefined() }
  const group = routesWith({ tag: 'A' })
  group(app, {
    get: '/old',
    hidden: true,
    access,
    answers: moved,
    does: (_request, reply) => reply.redirect('/new', 302),
  })
  const [{ config, schema }] = added as [{ config: unknown; schema: unknown }]
  assert.deepEqual({ config, schema }, { config: { access }, schema: { hide: true, response: moved } })
})

test('an operation overrides what its group shares', () => {
  const { app, added } = collect()
  const group = routesWith({ tag: 'A', access, refuses: ['profile_not_found'] })
  group(app, { get: '/v1/a', id: 'listA', summary: 'List', does })
  group(app, {
    get: '/v1/b',
    id: 'listB',
    tag: 'B',
    summary: 'List',
    access: { credential: 'none' },
    refuses: [],
    does,
  })
  const facts = added as { config: unknown; schema: { tags: unknown } }[]
  assert.deepEqual(
    facts.map(({ config, schema }) => ({ config, tags: schema.tags })),
    [
      { config: { access, refusals: ['profile_not_found'] }, tags: ['A'] },
      { config: { access: { credential: 'none' }, refusals: [] }, tags: ['B'] },
    ],
  )
})

test('access by name: anyone, an identity token, or a scope that a key has', () => {
  const { app, added } = collect()
  const group = routesWith({ tag: 'A' })
  group(app, { get: '/v1/a', id: 'a', summary: 'A', access: 'anyone', does })
  group(app, { get: '/v1/b', id: 'b', summary: 'B', access: 'identity', does })
  group(app, { get: '/v1/c', id: 'c', summary: 'C', access: 'posts:read', does })
  assert.deepEqual(
    (added as { config: unknown }[]).map(({ config }) => config),
    [
      { access: { credential: 'none' } },
      { access: { credential: 'identity' } },
      { access: { credential: 'key-or-identity', scope: 'posts:read' } },
    ],
  )
})
