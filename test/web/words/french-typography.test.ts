import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { refusals } from '#rules/languages/fr/refusals.ts'
import { fr } from '#web/i18n/fr/index.ts'
import { listMessages } from './list-messages.ts'
import { readAreas } from './read-areas.ts'

const messages = listMessages({ ...fr, ...(await readAreas('fr')), refusals })

test('French has a narrow space that does not break before ; : ! ? » % and after «', () => {
  const broken = / [;:!?»%]|\u00a0[;:!?»%]|«[^\u202f]|[^\u202f]»|[\p{L}\d)][;!?](?=\s|$)/u
  assert.deepEqual(
    messages.filter(([, text]) => broken.test(text)),
    [],
  )
})

test('French has its own apostrophes and quotation marks', () => {
  assert.deepEqual(
    messages.filter(([, text]) => /\p{L}'|["“”]/u.test(text)),
    [],
  )
})

test('no French text of the service has a plain space where a narrow one belongs', () => {
  const files = globSync('{web/src/i18n/fr,rules/languages/fr,src/modules/mail/templates/fr}/**/*.ts')
  assert.ok(files.length > 30)
  const broken = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => / [!»]|« |[\p{L}'}] [;?](?:['`\\]|$)/u.test(line.replace(/\s*(?:\/\*\*|\*|\/\/).*/, '')))
      .filter((line) => !/ !==? /.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(broken, [])
})
