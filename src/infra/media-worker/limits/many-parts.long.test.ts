import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { manyParts } from '#test/hostile/many-parts.ts'
import { openPictures } from '#test/world/pictures.ts'
import { createMediaWorker } from '../media-worker.ts'

const pictures = await openPictures()
const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }), ffmpeg: null })
after(async () => {
  await mediaWorker.close()
  await pictures[Symbol.asyncDispose]()
})

const families = ['avi', 'gif', 'jpg', 'mp3', 'mp4', 'pdf', 'png', 'webm', 'webp']

test('in each family, a small file with as many parts as possible is examined within its CPU time or refused', async () => {
  const files = await manyParts()
  assert.deepEqual([...new Set(files.map(({ name }) => name.split(':')[0]))].sort(), families)
  for (const { name, fileName, bytes } of files) {
    assert.ok(bytes.length < 1_000_000, name)
    const examined = await mediaWorker.examine(await pictures.put(fileName, bytes), { owner: name })
    assert.doesNotMatch(
      examined.outcome === 'bad' ? examined.detail : '',
      /takes longer|more memory|decoder cannot/,
      name,
    )
  }
})
