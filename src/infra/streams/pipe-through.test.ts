import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pipeThrough } from './pipe-through.ts'

const large = () => Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)))

test('a sink that accepts nothing ends the source with its error', async () => {
  const source = large()
  await assert.rejects(
    pipeThrough(source, new PassThrough(), () => Promise.reject(new Error('no room'))),
    /no room/,
  )
  assert.deepEqual([source.destroyed, source.readableEnded], [true, false])
})

test('an interrupted source reaches the sink as an error, not as the end of the data', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('the first half')
      throw new Error('cut off')
    })(),
  )
  let hasEnded = false
  const sink = async (from: Readable) => {
    await text(from)
    hasEnded = true
  }
  await assert.rejects(pipeThrough(broken, new PassThrough(), sink), /cut off/)
  assert.equal(hasEnded, false)
})

test('if a sink fails after its source has ended, only the call is rejected', async () => {
  const sink = async (from: Readable) => {
    await text(from)
    throw new Error('no space at the end')
  }
  await assert.rejects(
    pipeThrough(Readable.from(['all of it']), new PassThrough({ autoDestroy: false }), sink),
    /at the end/,
  )
})
