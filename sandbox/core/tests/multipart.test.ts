import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMultipart } from '../http/body.ts'

const whole = Buffer.from(
  [
    '--edge',
    'Content-Disposition: form-data; name="description"',
    '',
    'a grey\r\nsquare --edg',
    '--edge',
    'Content-Disposition: form-data; name="file"; filename="a.png"',
    'Content-Type: image/png',
    '',
    '\r\n--edgy\r\n',
    '--edge',
    'Content-Disposition: form-data; name="empty"',
    '',
    '',
    '--edge--',
    '',
  ].join('\r\n'),
)

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a form is parsed the same way however it is split into chunks', async () => {
  for (let size = 1; size <= whole.length; size += 1) {
    const read = await readMultipart(inPieces(whole, size), 'edge')
    assert.deepEqual(read?.fields, [
      ['description', 'a grey\r\nsquare --edg'],
      ['empty', ''],
    ])
    const [file] = read.files
    assert.deepEqual([file?.field, file?.filename, file?.mime, file?.size], ['file', 'a.png', 'image/png', 10])
    assert.equal(file?.bytes.toString(), '\r\n--edgy\r\n')
  }
})

test('a form that ends before its last delimiter is invalid', async () => {
  for (const cut of [10, 80, whole.length - 10])
    assert.equal(await readMultipart(inPieces(whole.subarray(0, cut), 7), 'edge'), null)
})
