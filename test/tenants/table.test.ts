import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routesOf } from '#infra/http/openapi/route-table.ts'
import { startApp } from '../harness/app.ts'
import { table } from './table.ts'

test('each operation is in the tenant table, and each row of the table is an operation', async () => {
  await using t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  const routes = routesOf(t.app).filter(({ method, operationId }) => method !== 'HEAD' && operationId !== null)
  const missing = routes.filter(({ operationId }) => !table[operationId ?? ''])
  assert.deepEqual(
    missing.map(({ method, url, operationId }) => `${method} ${url}: ${operationId}`),
    [],
    `These are not in the tenant matrix: ${missing.map(({ operationId }) => operationId).join(', ')}. Add a row ` +
      "`operationId: { needs: … }` for each to the table in test/tenants/table.ts: 'read', 'write', 'publish', 'approve', " +
      "'manage' or 'own' is the right on the profile that it names; 'its person' where the thing is one person's own; " +
      "'nothing' where it touches only what is the caller's. Give `path` and `body` that name things of the owner, " +
      'and `spends: true` if it takes them away.',
  )
  const expected = (name: string | null) => {
    const needs = table[name ?? '']?.needs
    return needs === 'nothing' || needs === 'its person' || needs === undefined ? null : needs
  }
  assert.deepEqual(
    routes.flatMap(({ operationId, right }) => (right === expected(operationId) ? [] : `${operationId}: ${right}`)),
    [],
    'These declare another `right` than their row of the tenant table needs.',
  )
  const known = new Set(routes.map(({ operationId }) => operationId))
  for (const name of Object.keys(table)) assert.ok(known.has(name), `${name} is not an operation. Remove its row.`)
})
