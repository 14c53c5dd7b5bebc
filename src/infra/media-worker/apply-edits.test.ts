import assert from 'node:assert/strict'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { openPictures } from '#test/world/pictures.ts'
import { applyEdits } from './apply-edits.ts'
import type { Edit } from './contract.ts'

const edit = (start: number, end: number, bytes: string): Edit => ({ start, end, bytes: Buffer.from(bytes) })

test('applying a list of edits gives the same bytes as cutting and joining manually, and leaves no other file', async () => {
  await using pictures = await openPictures()
  const cuts = fc.uniqueArray(fc.nat(300), { minLength: 0, maxLength: 8 }).map((all) => all.sort((a, b) => a - b))
  const replacements = fc.array(fc.uint8Array({ maxLength: 12 }), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(cuts, replacements, fc.boolean(), async (at, bytes, keepsLength) => {
      const original = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 251))
      const edits: Edit[] = []
      let expected = Buffer.alloc(0)
      let done = 0
      for (let i = 0; i + 1 < at.length; i += 2) {
        const [start = 0, end = 0] = [at[i], at[i + 1]]
        const put = keepsLength ? Buffer.alloc(end - start, 7) : Buffer.from(bytes[i / 2] ?? [])
        edits.push({ start, end, bytes: put })
        expected = Buffer.concat([expected, original.subarray(done, start), put])
        done = end
      }
      expected = Buffer.concat([expected, original.subarray(done)])
      const path = await pictures.put('edited.bin', original)
      await applyEdits(path, edits)
      assert.deepEqual(await readFile(path), expected)
      assert.deepEqual(await readdir(pictures.folder), ['edited.bin'])
    }),
    { numRuns: 150 },
  )
})

test('edits that keep all lengths, or only cut the end, change the file in place', async () => {
  await using pictures = await openPictures()
  const path = await pictures.put('large.bin', Buffer.alloc(64))
  await using handle = await open(path, 'r+')
  await handle.truncate(500_000_000)
  const before = await stat(path)
  await applyEdits(path, [edit(10, 14, 'free'), edit(400_000_000, 400_000_004, 'skip')])
  await applyEdits(path, [edit(499_999_000, 500_000_000, '')])
  const after = await stat(path)
  assert.equal(after.ino, before.ino)
  assert.equal(after.size, 499_999_000)
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 400_000_000)
  assert.equal(buffer.toString(), 'skip')
})

test('overlapping or out-of-range edits are an internal error and change nothing', async () => {
  await using pictures = await openPictures()
  const path = await pictures.put('whole.txt', Buffer.from('0123456789'))
  await assert.rejects(applyEdits(path, [edit(0, 4, 'x'), edit(3, 5, 'y')]), /does not follow/)
  await assert.rejects(applyEdits(path, [edit(8, 12, 'abcd')]), /within a file of 10 bytes/)
  assert.equal(await readFile(path, 'utf8'), '0123456789')
})
