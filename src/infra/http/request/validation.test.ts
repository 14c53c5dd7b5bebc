import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeated, requireLinear } from '#test/hostile/growth.ts'
import { acceptsJson } from './validation.ts'

test('JSON is accepted by name or wildcard, unless its quality is zero', () => {
  for (const header of [
    '*/*',
    'application/*',
    'text/html, application/json;q=0.1',
    'APPLICATION/JSON ; charset=utf-8',
    'application/problem+json',
    'text/html;q=1,*/*;q=0.001',
  ])
    assert.equal(acceptsJson(header), true, header)
  for (const header of [
    '',
    'text/html',
    'image/*',
    '*/*x',
    '*/* x',
    'application/json5',
    'application/json;q=0',
    'application/json; level=1; q=0.000',
    '*/*;q=0, text/html',
  ])
    assert.equal(acceptsJson(header), false, header)
})

test('the time to parse any Accept header grows linearly with its length', () => {
  for (const [piece, end, begin] of [
    [' ', 'x', '*/*'],
    ['\t', '', '*/*;q=0.'],
    [',', '', ''],
    [';', '', '*/*'],
    ['*/*;', ' x', ''],
    ['*/* ,', 'x', ''],
    ['0', 'x', '*/*;q=0.'],
  ] as const)
    requireLinear(JSON.stringify(begin + piece + end), repeated(piece, end, begin), acceptsJson)
})
