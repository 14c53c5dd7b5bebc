import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopeNames } from '#kernel/caller.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import type { Client } from '../harness/client.ts'
import { withKey } from '../world/posts.ts'

interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly 'x-required-scopes'?: readonly string[]
  readonly 'x-required-role'?: string
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, object>> }
}

interface Listed extends Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
}

let t: TestApp
let operations: readonly Listed[]
let root: Person
before(async () => {
  t = await startApp()
  const { paths } = (await t.anyone.get('/openapi.json')).body as { paths: Record<string, Record<string, Operation>> }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method as Listed['method'] })),
  )
  root = await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const urlOf = ({ path }: Listed) => path.replace(/\{\w+\}/g, 'x')
const call = (by: Client, operation: Listed) => by[operation.method](urlOf(operation))

test('every operation requires the scope that the contract states', async () => {
  const scoped = operations.filter((one) => one['x-required-scopes'])
  assert.ok(scoped.length > 180)
  for (const scope of scopeNames) {
    const others = await withKey(
      t,
      root,
      scopeNames.filter((name) => name !== scope && !isFormer(scope, name)),
    )
    for (const operation of scoped) {
      if (operation['x-required-scopes']?.[0] !== scope) continue
      const { status, body } = await call(others, operation)
      assert.deepEqual([status, body?.code, body?.requiredScope], [403, 'scope_required', scope], operation.operationId)
      assert.ok(operation.description?.includes(`\`${scope}\``), operation.operationId)
    }
  }
})

/** A scope that an operation of chats required before. */
const isFormer = (scope: string, other: string): boolean => scope.replace('chat:', 'connections:') === other

test('every operation requires the role that the contract states', async () => {
  const person = await t.as('no-staff')
  const limited = operations.filter((one) => one['x-required-role'])
  assert.ok(limited.length > 50)
  for (const operation of limited) {
    const { status, body } = await call(person, operation)
    assert.deepEqual([status, body?.code], [403, 'role_required'], operation.operationId)
    assert.match(operation.description ?? '', new RegExp(`role ${operation['x-required-role']} is required`))
  }
})

test('a body that the contract declares optional may be absent, and no request schema has fields that may not be sent', async () => {
  const optional = operations.filter(({ requestBody }) => requestBody?.required === false)
  assert.ok(optional.length >= 10)
  for (const operation of optional) {
    const { status, body } = await call(root, operation)
    const paths = (body?.errors ?? []).map(({ path }: { path: string }) => path)
    assert.ok(status !== 415 && !paths.includes(''), `${operation.operationId}: ${JSON.stringify(body)}`)
  }
  for (const { operationId, requestBody } of operations)
    assert.ok(!JSON.stringify(requestBody ?? {}).includes('"readOnly"'), operationId)
})
