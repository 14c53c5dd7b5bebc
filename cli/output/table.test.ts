import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOut } from './table.ts'

const columns = [
  { title: 'STATE', of: ({ state }: { state: string; text: string }) => state, isState: true },
  { title: 'TEXT', of: ({ text }: { state: string; text: string }) => text, shrinks: true },
] as const
const rows = [
  { state: 'published', text: 'A text that is longer than the terminal is wide' },
  { state: 'failed', text: 'コーヒー \u001b[2J\u202e☕️ and\nmore' },
]

test('a table is fitted to the width of the terminal, and is not truncated without a terminal', () => {
  assert.deepEqual(layOut(rows, columns, { columns: 30, hasColour: false }), [
    'STATE      TEXT',
    'published  A text that is lon…',
    'failed     コーヒー  [2J ☕️ a…',
  ])
  const whole = layOut(rows, columns, { columns: null, hasColour: false })
  assert.equal(whole[1], 'published  A text that is longer than the terminal is wide')
})

test('states are colored on request, and cells contain no control sequences', () => {
  const [, good = '', bad = ''] = layOut(rows, columns, { columns: 80, hasColour: true })
  assert.ok(good.startsWith('\u001b[32mpublished\u001b[39m  A text'))
  assert.ok(bad.startsWith('\u001b[31mfailed   \u001b[39m  コーヒー'))
  const plain = bad.replace('\u001b[31m', '').replace('\u001b[39m', '')
  assert.doesNotMatch(plain, /[\p{Cc}\p{Bidi_Control}]/u)
})
