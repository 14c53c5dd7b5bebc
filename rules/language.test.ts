import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageTagOf } from './language.ts'

test('a language tag is distinguished from a language’s name and is normalized', () => {
  const tags = ['de', 'DE', 'pt-br', 'zh-hant-TW', 'gsw', 'german', 'de-x', 'e', 'de_AT', '']
  assert.deepEqual(tags.map(languageTagOf), ['de', 'de', 'pt-BR', 'zh-Hant-TW', 'gsw', null, null, null, null, null])
})
