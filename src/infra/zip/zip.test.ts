import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { type ZipEntry, zipOf } from './zip.ts'

const turnOfTheLoop = () => new Promise(setImmediate)

/** Yields endless entries and records each opened one. */
async function* endless(opened: Readable[], pieces: number): AsyncGenerator<ZipEntry> {
  for (let no = 0; ; no++) {
    const body = Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(50_000, no)))
    opened.push(body)
    yield { name: `file ${no}`, body, isCompressed: true }
  }
}

for (const [pieces, where] of [
  [100, 'within an entry'],
  [1, 'between two entries'],
] as const)
  test(`if a reader stops ${where}, no entry stays open, and no other entry is opened`, async () => {
    const opened: Readable[] = []
    const zip = zipOf(endless(opened, pieces), new Date(0))
    let read = 0
    for await (const piece of zip) {
      read += piece.length
      if (read > 400_000) break
    }
    for (let turn = 0; turn < 20; turn++) await turnOfTheLoop()
    const count = opened.length
    assert.deepEqual(
      opened.filter(({ destroyed }) => !destroyed),
      [],
    )
    for (let turn = 0; turn < 20; turn++) await turnOfTheLoop()
    assert.equal(opened.length, count)
  })
