import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixture, plain } from '#test/world/pictures.ts'
import { sniff } from './sniff.ts'

const ftyp = (...brands: readonly string[]): Buffer => {
  const box = Buffer.alloc(8 + 4 * (brands.length + 1))
  box.writeUInt32BE(box.length, 0)
  box.write(['ftyp', brands[0], '\0\0\x02\0', ...brands.slice(1)].join(''), 4, 'latin1')
  return Buffer.concat([box, Buffer.from('\0\0\0\x08free', 'latin1')])
}

const ebml = (docType: string): Buffer => {
  const type = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | docType.length]), Buffer.from(docType, 'latin1')])
  return Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | type.length]), type, Buffer.alloc(64)])
}

test('each of the eight types is recognized by its first bytes', async () => {
  assert.equal(await sniff(await plain(9, 9).jpeg().toBuffer()), 'image/jpeg')
  assert.equal(await sniff(await plain(9, 9).png().toBuffer()), 'image/png')
  assert.equal(await sniff(await plain(9, 9).webp().toBuffer()), 'image/webp')
  assert.equal(await sniff(await plain(9, 9).gif().toBuffer()), 'image/gif')
  assert.equal(await sniff(await fixture('plain.mp4')), 'video/mp4')
  assert.equal(await sniff(await fixture('plain.mov')), 'video/quicktime')
  assert.equal(await sniff(await fixture('plain.webm')), 'video/webm')
  assert.equal(await sniff(await fixture('plain.avi')), 'video/x-msvideo')
})

test('formats related to MP4 count as MP4 if they declare MP4 compatibility', async () => {
  assert.equal(await sniff(ftyp('M4V ', 'isom', 'mp42')), 'video/mp4')
  assert.equal(await sniff(ftyp('3gp5', 'isom', '3gp5')), 'video/mp4')
  assert.equal(await sniff(ftyp('3gp5', '3gp4')), null)
  assert.equal(await sniff(ftyp('M4A ', 'isom', 'mp42')), 'audio/mp4')
})

test('an unsupported file has no type, whatever follows its first bytes', async () => {
  const jpeg = await plain(9, 9).jpeg().toBuffer()
  const others: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    text: Buffer.from('GIF is a nice format'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    pdf: Buffer.from('\n%PDF-1.7\n'),
    zip: Buffer.concat([Buffer.from('PK\x03\x04'), jpeg]),
    avif: ftyp('avif', 'mif1', 'miaf'),
    heic: ftyp('heic', 'mif1', 'heic'),
    tiff: Buffer.from('49492a00080000000000', 'hex'),
    bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(64)]),
    ico: Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
    matroska: ebml('matroska'),
    wave: Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(32)]),
    late: Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a'), Buffer.alloc(10), jpeg]),
  }
  for (const [name, bytes] of Object.entries(others)) assert.equal(await sniff(bytes), null, name)
  assert.equal(await sniff(ebml('webm')), 'video/webm')
})
