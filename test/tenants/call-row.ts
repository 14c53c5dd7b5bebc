import assert from 'node:assert/strict'
import type { RouteFact } from '#infra/http/openapi/route-table.ts'
import type { Client, WholeAnswer } from '../harness/client.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

type Called = Pick<RouteFact, 'method' | 'url' | 'operationId'>

/** Returns the URL that a row of the table calls. */
export async function urlOfRow(world: World, route: Called, row: Row): Promise<string> {
  const ids = [...((await row.path?.(world)) ?? [])]
  const url = route.url.replace(/:\w+/g, (parameter) => {
    const id = ids.shift()
    assert.ok(id, `${route.operationId}: its row gives nothing for ${parameter}; add it to \`path\``)
    return id
  })
  return url + (row.query ? `?${new URLSearchParams(row.query(world))}` : '')
}

/** Calls an operation as a row of the table describes. */
export async function callRow(
  client: Client,
  world: World,
  route: Called,
  row: Row,
  headers: Readonly<Record<string, string>> = {},
): Promise<WholeAnswer> {
  const url = await urlOfRow(world, route, row)
  if (row.form) return client.upload(url, row.form(world), { method: route.method === 'PUT' ? 'PUT' : 'POST', headers })
  return client.call(route.method, url, row.body?.(world), { headers })
}
