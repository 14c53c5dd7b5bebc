import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { catalogue } from '#tasks/catalogue.ts'
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
