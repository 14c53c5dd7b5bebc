import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { encodeCbor, NotData } from '../state/cbor.ts'
import { blobCid, decodeCid, recordCid } from '../state/cid.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

test('the empty record and the empty file have their well-known IDs', () => {
  assert.equal(recordCid(sha256(encodeCbor({}))), 'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua')
  assert.equal(blobCid(sha256(Buffer.alloc(0))), 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
})

test('values have one encoding: keys sorted by length and then by byte, numbers as short as possible', () => {
  const hex = (value: unknown) => encodeCbor(value).toString('hex')
  assert.equal(hex({ aa: 3, bb: 1, b: 2 }), 'a36162026261610362626201')
  assert.equal(
    hex([0, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_296]),
    '880017181818ff19010019ffff1a000100001b0000000100000000',
  )
  assert.equal(hex([-1, -25, true, false, null, 'é']), '86203818f5f4f662c3a9')
  assert.throws(() => encodeCbor({ ratio: 1.5 }), NotData)
})

test('a link is encoded as the bytes of the ID that it refers to', () => {
  const cid = blobCid(sha256(Buffer.from('picture')))
  const bytes = decodeCid(cid)
  assert.ok(bytes)
  assert.equal(encodeCbor({ $link: cid }).toString('hex'), `d82a582500${bytes.toString('hex')}`)
  assert.equal(decodeCid(cid.replace(/.$/, '1')), null)
})
