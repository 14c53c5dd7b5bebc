import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { MediaUnfit, type Sendable } from '#connectors/connector.ts'
import { pdfOf } from './pdf.ts'

/** Builds the header of a JPEG, with `before` bytes of another segment before its frame. */
function jpegOf(width: number, height: number, components: number, before = 0): Buffer {
  const filler = Buffer.alloc(before === 0 ? 0 : before + 4, 7)
  if (before > 0) filler.writeUInt32BE(0xffed0000 + before + 2, 0)
  const frame = Buffer.from([0xff, 0xc2, 0, 8 + 3 * components, 8, 0, 0, 0, 0, components, ...Array(3 * components)])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), filler, frame, Buffer.from([0xff, 0xd9])])
}

const sendable = (bytes: Buffer): Sendable => ({
  contentType: 'image/jpeg',
  size: bytes.length,
  width: 1,
  height: 1,
  read: async (start = 0, end = bytes.length) => bytes.subarray(start, end),
  async *stream() {
    yield bytes
  },
})

test('a document has the declared length, valid offsets, and the same bytes every time', async () => {
  const pictures = [jpegOf(640, 480, 3), jpegOf(100, 400, 1, 60_000), jpegOf(50, 60, 4)]
  const make = async () => {
    const pdf = await pdfOf(pictures.map(sendable))
    return { size: pdf.size, bytes: await buffer(pdf.stream()) }
  }
  const { size, bytes } = await make()
  assert.equal(bytes.length, size)
  assert.deepEqual((await make()).bytes, bytes)
  const text = bytes.toString('latin1')
  assert.match(text, /\/Kids \[3 0 R 6 0 R 9 0 R\] \/Count 3/)
  assert.deepEqual(text.match(/\/ColorSpace \S+/g), [
    '/ColorSpace /DeviceRGB',
    '/ColorSpace /DeviceGray',
    '/ColorSpace /DeviceCMYK',
  ])
  assert.deepEqual(text.match(/\/Width \d+ \/Height \d+/g), [
    '/Width 640 /Height 480',
    '/Width 100 /Height 400',
    '/Width 50 /Height 60',
  ])
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  assert.equal(text.slice(table, table + 5), 'xref\n')
  const starts = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, start]) => Number(start))
  assert.equal(starts.length, 2 + 3 * pictures.length)
  for (const [at, start] of starts.entries()) assert.ok(text.startsWith(`${at + 1} 0 obj\n`, start), `object ${at + 1}`)
  for (const { 0: whole, 1: length } of text.matchAll(/\/Length (\d+) >>\nstream\n/g))
    assert.ok(text.startsWith('\nendstream', text.indexOf(whole) + whole.length + Number(length)))
})

test('a file that is not an ordinary JPEG is not accepted as a page', async () => {
  for (const bytes of [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), jpegOf(0, 5, 3), jpegOf(5, 5, 2)])
    await assert.rejects(() => pdfOf([sendable(bytes)]), MediaUnfit)
})
