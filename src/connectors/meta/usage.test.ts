import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meter, regainMs } from './usage.ts'

const date = 'Wed, 13 Jan 2027 12:00:00 GMT'
const read = (headers: Readonly<Record<string, string>>) =>
  meter({ status: 200, headers: { date, ...headers }, body: Buffer.alloc(0) })
const business = (...all: object[]) => ({ 'x-business-use-case-usage': JSON.stringify({ '105': all }) })

test('usage is the highest of the reported values', () => {
  assert.deepEqual(read({ 'x-app-usage': '{"call_count":10,"total_cputime":70,"total_time":3}' }), [
    { scope: 'app', remaining: 30, resetsAt: new Date('2027-01-13T13:00:00.000Z') },
  ])
  assert.deepEqual(read(business({ type: 'pages', call_count: 28, total_cputime: 25, total_time: 25 })), [
    { scope: 'account', remaining: 72, resetsAt: new Date('2027-01-14T12:00:00.000Z') },
  ])
})

test('a block states its duration, and the remaining share is never negative', () => {
  assert.deepEqual(read(business({ call_count: 130, estimated_time_to_regain_access: 5 })), [
    { scope: 'account', remaining: 0, resetsAt: new Date('2027-01-13T12:05:00.000Z') },
  ])
  assert.equal(regainMs(business({ estimated_time_to_regain_access: 99_999 })), 86_400_000)
  assert.equal(regainMs({}), null)
})

test('unreadable headers are ignored', () => {
  for (const text of ['', 'x', '[]', '{"105":7}', '{"call_count":"many"}'])
    assert.deepEqual(read({ 'x-app-usage': text, 'x-business-use-case-usage': text }), [], text)
  assert.deepEqual(meter({ status: 200, headers: { 'x-app-usage': '{"call_count":1}' }, body: Buffer.alloc(0) }), [])
})
