import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** Runs a process that stays alive for 50 ms after its stream or promise fails without a listener. */
function outcomeOf(failing: string) {
  const program = `
    import { Readable } from 'node:stream'
    import { outliveStrayRefusals } from '#infra/http/sockets/stray-refusals.ts'
    import { Refusal } from '#kernel/errors.ts'
    outliveStrayRefusals({ error: ({ event, err }) => console.log(event, err.code ?? err.message) })
    setTimeout(() => console.log('still here'), 50)
    ${failing}`
  const args = ['--input-type=module-typescript', '--eval', program]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

test('an uncaught refusal is logged, and the process continues', () => {
  const stream = outcomeOf(`new Readable({ read() {} }).destroy(new Refusal('media_too_large', { detail: 'a' }))`)
  assert.deepEqual([stream.stdout, stream.status], ['request.stray_refusal media_too_large\nstill here\n', 0])
  const promise = outcomeOf(`void Promise.reject(new Refusal('media_too_large', { detail: 'a' }))`)
  assert.deepEqual([promise.stdout, promise.status], ['request.stray_refusal media_too_large\nstill here\n', 0])
})

test('any other uncaught error ends the process', () => {
  const bug = outcomeOf(`new Readable({ read() {} }).destroy(new Error('a bug'))`)
  assert.equal(bug.stdout, '')
  assert.notEqual(bug.status, 0)
  assert.match(bug.stderr, /a bug/)
})
