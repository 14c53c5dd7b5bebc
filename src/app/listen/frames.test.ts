import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Frame, readFrames } from './frames.ts'

async function read(...pieces: (string | Uint8Array)[]): Promise<Frame[]> {
  const found: Frame[] = []
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  for await (const frame of readFrames(ReadableStream.from(bytes))) found.push(frame)
  return found
}

const frame = (given: Partial<Frame>): Frame => ({ event: 'message', data: '', id: null, retryMs: null, ...given })

test('a frame ends at a blank line, with any line ending and wherever chunks are split', async () => {
  const expected = [
    frame({ id: 'evt_1', event: 'post.changed', data: '{"a":"ü"}' }),
    frame({ data: 'one\n two\n', retryMs: 500 }),
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const lines = [
      ': hello',
      'id: evt_1',
      'event:post.changed',
      'data: {"a":"ü"}',
      '',
      ': beat',
      '',
      'data: one',
      'data:  two',
      'data',
      'retry: 500',
      'what: ever',
      '',
      'data: without an end',
    ]
    const bytes = Buffer.from(`\ufeff${lines.join(end)}`)
    assert.deepEqual(await read(bytes), expected, JSON.stringify(end))
    assert.deepEqual(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte))), expected, JSON.stringify(end))
  }
})

test('a frame without data is returned by its name, and an ID with NUL and a non-numeric delay are ignored', async () => {
  assert.deepEqual(await read('event: resync\n\n'), [frame({ event: 'resync' })])
  assert.deepEqual(await read('id: a\0b\nretry: soon\ndata: x\n\n'), [frame({ data: 'x' })])
  assert.deepEqual(await read('data: x\r', '\n', '\n'), [frame({ data: 'x' })])
  assert.deepEqual(await read('\n\n: only comments\n\n'), [])
})

test('a frame that never ends is rejected', async () => {
  const line = `data: ${'x'.repeat(1024 * 1024)}\n`
  await assert.rejects(read(...Array.from({ length: 9 }, () => line)), /an unterminated block/)
  await assert.rejects(read(...Array.from({ length: 9 }, () => line.trimEnd())), /an unterminated block/)
})
