import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

interface Deletion {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly [key: string]: unknown
}

const document = JSON.parse(await readFile('docs/openapi.json', 'utf8'))
const resolve = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref === undefined ? schema : resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])

/** Returns all objects in a part of the document that have properties. */
function objectsIn(part: unknown): Schema[] {
  if (typeof part !== 'object' || part === null) return []
  const own = 'properties' in part && typeof part.properties === 'object' ? [part as Schema] : []
  return [...own, ...Object.values(part).flatMap(objectsIn)]
}

test('every field that names the user who did something also exists with the suffix of IDs of users', () => {
  let count = 0
  for (const { properties = {} } of objectsIn([document.components.schemas, document.paths]))
    for (const [name, schema] of Object.entries(properties)) {
      if (!/[a-z]By$/.test(name) || !JSON.stringify(schema).includes('usr_')) continue
      count += 1
      assert.ok(`${name}Uid` in properties, name)
    }
  assert.ok(count >= 6, `${count} fields`)
})

test('every deletion that has a JSON response says ok in it', () => {
  let count = 0
  for (const [path, { delete: operation }] of Object.entries(document.paths as Record<string, { delete?: Deletion }>)) {
    const schema = resolve(operation?.responses['200']?.content?.['application/json']?.schema)
    // A deletion may return what is left.
    if (!schema?.properties || Object.values(schema.properties).some(({ type }) => type === 'array')) continue
    if ('id' in schema.properties && !('success' in schema.properties)) continue
    count += 1
    assert.ok('ok' in schema.properties, `${path}: ${Object.keys(schema.properties)}`)
  }
  assert.ok(count >= 15, `${count} deletions`)
})
