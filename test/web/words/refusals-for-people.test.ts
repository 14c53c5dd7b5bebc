import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { refusals } from '#kernel/errors.ts'
import { verdicts } from '../../../web/src/i18n/en/verdicts.ts'

/** True for words that only programs understand: a field, a call, or a JSON pointer. */
const isForPrograms = (words: string): boolean => words === '' || /`|\/v1\/|(?:^|\s)\/[a-z]\w*\/\d/.test(words)

/** Finds the details that the code gives to refusals, by code. */
async function listDetails(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const root = join(import.meta.dirname, '../../../src')
  for (const name of await readdir(root, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const text = await readFile(join(root, name), 'utf8')
    for (const [, code = '', rest = ''] of text.matchAll(/refuse\(\s*'(\w+)',\s*\{([\s\S]*?)\}\s*\)/g)) {
      const [, , detail = ''] = /detail:\s*(['`])((?:\\.|(?!\1)[^\\])*)\1/.exec(rest) ?? []
      const words = detail.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll('\\`', '`')
      if (words !== '') found.set(code, [...(found.get(code) ?? []), words])
    }
  }
  return found
}

test('en: no refusal shows a person the name of a field, a call of the API, or a JSON pointer', async () => {
  const details = await listDetails()
  assert.ok(details.size > 50)
  const bare = Object.entries(refusals).flatMap(([code, { title }]) =>
    [title, ...(details.get(code) ?? [])]
      .map((words) => verdicts.refusal(code, words, []))
      .filter(isForPrograms)
      .map((words) => `${code}: ${words}`),
  )
  assert.deepEqual(bare, [])
})

test('en: the faults of fields are sentences about the field, without its path', () => {
  const errors = [
    { path: '/postIds/1/media/4', code: 'media_too_many', message: 'The post has 5 images. X allows 4.' },
    { path: '/postIds/2/scheduledAt', code: 'scheduled_in_the_past', message: 'can’t be in the past' },
    { path: '/postIds/3/scheduledAt', code: 'scheduled_in_the_past', message: 'can’t be in the past' },
  ]
  assert.equal(
    verdicts.refusal('validation_failed', '/postIds/1/media/4 The post has 5 images.', errors),
    'The post has 5 images. X allows 4. The time can’t be in the past.',
  )
})
