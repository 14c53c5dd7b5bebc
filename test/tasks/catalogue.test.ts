import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { z } from 'zod'
import { catalogue } from '#tasks/catalogue.ts'
import { toolsets } from '#tasks/mcp/toolsets.ts'
import { pointerIn } from '#tasks/name-fields.ts'
import { faces } from './faces.ts'

test('each task has a unique name, a sentence, and a description of each field', () => {
  assert.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length)
  for (const { name, title, about, scopes, input, effect } of catalogue) {
    assert.match(name, /^[a-z]+(?:_[a-z]+)+$/)
    assert.match(title, /^[A-Z]/, name)
    assert.match(about, /\.$/, name)
    assert.ok(scopes.length > 0, name)
    assert.ok(!(effect.readOnly && effect.destructive), name)
    // Interfaces generate forms and documentation from it.
    const { properties, additionalProperties } = z.toJSONSchema(input, { io: 'input' })
    assert.equal(additionalProperties, false, name)
    for (const [field, schema] of Object.entries(properties ?? {}))
      assert.ok(typeof schema === 'object' && schema.description, `${name}: ${field} has no description`)
  }
})

test('each task is available in every interface', async () => {
  const names = catalogue.map(({ name }) => name)
  for (const [face, namesIn] of Object.entries(faces)) assert.deepEqual(await namesIn(), names, face)
})

test('each task is in one toolset', () => {
  const grouped = Object.values(toolsets).flatMap(({ tools }) => [...tools] as string[])
  assert.deepEqual(grouped.sort(), catalogue.map(({ name }) => name).sort())
})

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
}

test('no pointer into a request of the API becomes a field that the task does not have', async () => {
  const { paths, components } = JSON.parse(await readFile('docs/openapi.json', 'utf8'))
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object))
  const parameters = operations.flatMap(({ parameters = [] }) => parameters as { name: string; in: string }[])
  const fields = Object.values(components.schemas as Record<string, Schema>).flatMap(({ properties }) =>
    Object.keys(properties ?? {}),
  )
  const pointers = [
    ...fields.flatMap((name) => [`/${name}`, `/${name}/0`, `/${name}/0/content`, `/${name}/0/settings/x`]),
    ...parameters.map(({ name, in: part }) => (part === 'query' ? `/query/${name}` : `/${name}`)),
  ]
  assert.ok(pointers.length > 1_000)
  for (const task of catalogue)
    for (const pointer of pointers) {
      const named = pointerIn(task, pointer)
      const [, field = ''] = named?.split('/') ?? []
      const isOwn = named === null || field in task.input.shape || field === 'idempotencyKey'
      assert.ok(isOwn, `${task.name}: ${pointer} → ${named}`)
    }
  const all = (path: string) => catalogue.flatMap((task) => pointerIn(task, path) ?? [])
  assert.deepEqual(new Set(all('/platforms/1/accountId')), new Set(['/accounts/1', '/networks/1', '/targets/1']))
  assert.deepEqual(new Set(all('/scheduledAt')), new Set(['/at']))
  assert.deepEqual(new Set(all('/profileId')), new Set(['/profile']))
})
