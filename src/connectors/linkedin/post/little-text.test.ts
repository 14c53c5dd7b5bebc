import assert from 'node:assert/strict'
import { test } from 'node:test'
import { littleOf, readLittle, seenOf } from './little-text.ts'

const reserved = '\\ | { } @ [ ] ( ) < > # * _ ~'

test('every character at which LinkedIn would cut off the text is escaped', () => {
  assert.equal(littleOf(reserved), '\\\\ \\| \\{ \\} \\@ \\[ \\] \\( \\) \\< \\> \\# \\* \\_ \\~')
  assert.equal(littleOf('C# (and F#) cost 3 * 4 ~ 12'), 'C\\# \\(and F\\#\\) cost 3 \\* 4 \\~ 12')
  assert.equal(littleOf('https://example.com/a_(b)#c'), 'https://example.com/a\\_\\(b\\)\\#c')
  assert.equal(littleOf('ada@example.com'), 'ada\\@example.com')
})

test('intended tags, and mentions by name, are kept', () => {
  assert.equal(littleOf('Up at #dawn, #früh!'), 'Up at #dawn, #früh!')
  assert.equal(littleOf('#open_water'), '{hashtag|\\#|open\\_water}')
  const written = 'With @[Harbour Works](urn:li:organization:7) (and @nobody)'
  assert.equal(littleOf(written), 'With @[Harbour Works](urn:li:organization:7) \\(and \\@nobody\\)')
  assert.equal(seenOf(written), 'With Harbour Works (and @nobody)')
  // Texts that only resemble a mention or a tag.
  assert.equal(littleOf('@[x](https://example.com)'), '\\@\\[x\\]\\(https://example.com\\)')
  assert.equal(littleOf('{hashtag|\\#|no}'), '\\{hashtag\\|\\\\\\#\\|no\\}')
})

test('text that LinkedIn returns is unescaped to the original', () => {
  const texts = [reserved, '#open_water and #dawn', 'With @[Harbour Works](urn:li:organization:7)', 'a\\nb \\\\ {x|y}']
  for (const text of texts) assert.equal(readLittle(littleOf(text)), seenOf(text))
  assert.equal(readLittle('Up at {hashtag|\\#|dawn}'), 'Up at #dawn')
  assert.equal(readLittle('Up at {hashtag|#|dawn}'), 'Up at #dawn')
})

test('the time grows linearly with the length of any text', () => {
  for (const sign of ['@[', '{hashtag|\\#|', '@[a](urn:li:person:', '#', '\\']) {
    const began = process.cpuUsage().user
    readLittle(littleOf(sign.repeat(3_000)))
    assert.ok(process.cpuUsage().user - began < 500_000, sign)
  }
})
