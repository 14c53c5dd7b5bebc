import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '#web/i18n/en/index.ts'
import { banned } from './banned-english.ts'
import { readAreas } from './read-areas.ts'

/** Posts that the composer offers as examples: their authors write as they like. */
const exempt = /^example\.texts\./

/** Lists the texts by their path. A function counts as its source, without the values that it inserts. */
function* listTexts(part: object, path = ''): Generator<readonly [path: string, text: string]> {
  for (const [key, value] of Object.entries(part)) {
    const at = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') yield [at, value]
    else if (typeof value === 'function') for (const text of quotedIn(value.toString())) yield [at, text]
    else if (typeof value === 'object' && value !== null) yield* listTexts(value, at)
  }
}

const quotedIn = (source: string): string[] =>
  [...source.replaceAll(/\$\{[^{}]*\}/g, '…').matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )

test('no text of the web app has a banned phrase', async () => {
  const texts = [...listTexts({ ...en, ...(await readAreas('en')) })].filter(([path]) => !exempt.test(path))
  assert.ok(texts.length > 1_500)
  const found = texts.flatMap(([path, text]) =>
    banned.flatMap(([pattern, use]) => (pattern.test(text) ? [`${path}: “${text}” (write ${use})`] : [])),
  )
  assert.deepEqual(found, [])
})
