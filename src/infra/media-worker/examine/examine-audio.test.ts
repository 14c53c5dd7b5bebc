import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { id3Of, mp3Of } from '#test/world/files/mp3.ts'
import { fixture, openPictures } from '#test/world/pictures.ts'
import type { Examined } from '../contract.ts'
import { createMediaWorker } from '../media-worker.ts'

const files = await openPictures()
const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }), ffmpeg: null })
after(async () => {
  await mediaWorker.close()
  await files[Symbol.asyncDispose]()
})

const examine = async (name: string, bytes: Buffer): Promise<Examined> =>
  mediaWorker.examine(await files.put(name, bytes))
/** The same audio as an M4A: only the first brand distinguishes the two. */
async function m4a(): Promise<Buffer> {
  const bytes = Buffer.from(await fixture('sound.mp4'))
  bytes.write('M4A ', 8, 'latin1')
  return bytes
}

test('an audio file yields its duration and codec', async () => {
  const sounds = [
    [await examine('a.mp3', mp3Of(100)), 'audio/mpeg', 'mp3'],
    [await examine('a.m4a', await m4a()), 'audio/mp4', 'aac'],
  ] as const
  for (const [examined, contentType, codec] of sounds) {
    assert.ok(examined.outcome === 'good' && examined.facts.kind === 'audio', JSON.stringify(examined))
    const { durationMs, ...facts } = examined.facts
    assert.deepEqual(facts, { kind: 'audio', contentType, width: 0, height: 0, codec, preview: null })
    assert.ok(durationMs >= 1_000 && durationMs < 4_000, `${contentType}: ${durationMs}`)
  }
})

test('the examination removes an audio file’s author metadata, and every frame stays', async () => {
  const tag = (words: string) => id3Of(`TIT2 ${words} `.repeat(300))
  const ape = Buffer.alloc(64 + 20, 'Marker 3')
  ape.write('APETAGEX', 52, 'latin1')
  ape.writeUInt32LE(52, 64)
  ape.writeUInt32LE(0x8000_0000, 72)
  const tags = Buffer.concat([ape, Buffer.from(`TAG${'Marker 4'.padEnd(125, '\0')}`, 'latin1')])
  const path = await files.put('tagged.mp3', mp3Of(50, Buffer.concat([tag('Marker 1'), tag('Marker 2')]), tags))
  const examined = await mediaWorker.examine(path)
  assert.ok(examined.outcome === 'good', JSON.stringify(examined))
  assert.ok((await readFile(path)).equals(mp3Of(50)))
  const again = await mediaWorker.examine(path)
  assert.equal(again.outcome, 'good')
  assert.ok((await readFile(path)).equals(mp3Of(50)))
})

test('a file with only a tag, one with a broken frame, and a video labeled as audio are refused', async () => {
  const film = Buffer.from(await fixture('plain.mp4'))
  film.write('M4A ', 8, 'latin1')
  const codeOf = async (name: string, bytes: Buffer) => {
    const examined = await examine(name, bytes)
    return examined.outcome === 'bad' ? examined.code : examined.facts.kind
  }
  assert.deepEqual(
    [
      await codeOf('tag.mp3', id3Of('TIT2')),
      await codeOf('long.mp3', Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), mp3Of(3)])),
      await codeOf('noise.mp3', mp3Of(3, Buffer.concat([id3Of('TIT2'), Buffer.from('no frame')]))),
      await codeOf('film.m4a', film),
    ],
    ['media_type_not_allowed', 'media_unreadable', 'media_type_not_allowed', 'media_type_mismatch'],
  )
})
