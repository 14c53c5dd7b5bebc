import assert from 'node:assert/strict'
import { access, readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import { createLog } from '#infra/log/log.ts'
import { until } from '#test/harness/until.ts'
import { fixture, noise, openPictures, standIn } from '#test/world/pictures.ts'
import type { Examined, VideoFacts } from '../contract.ts'
import { createMediaWorker, findProgram } from '../media-worker.ts'

const log = createLog({ level: 'silent' })
const pictures = await openPictures()
const mediaWorker = createMediaWorker({ log, ffmpeg: null })
after(async () => {
  await mediaWorker.close()
  await pictures[Symbol.asyncDispose]()
})

function factsOf(examined: Examined): VideoFacts {
  assert.ok(examined.outcome === 'good' && examined.facts.kind === 'video', JSON.stringify(examined))
  return examined.facts
}

function refusalOf(examined: Examined): { code: string; detail: string } {
  assert.ok(examined.outcome === 'bad', 'taken')
  return examined
}

const silent = { hasAudio: false, audioCodec: null, preview: null, rotation: 0 } as const
const size = { kind: 'video', width: 64, height: 48, durationMs: 2_000, frameRate: 10 } as const

test('a video in each container yields its properties without another program', async () => {
  assert.deepEqual(factsOf(await mediaWorker.examine(await pictures.putFixture('plain.mp4'))), {
    ...silent,
    ...size,
    ...{ contentType: 'video/mp4', codec: 'h264', hasAudio: true, audioCodec: 'aac' },
  })
  assert.deepEqual(factsOf(await mediaWorker.examine(await pictures.putFixture('plain.mov'))), {
    ...silent,
    ...size,
    ...{ contentType: 'video/quicktime', codec: 'h264' },
  })
  assert.deepEqual(factsOf(await mediaWorker.examine(await pictures.putFixture('plain.webm'))), {
    ...silent,
    ...size,
    ...{ contentType: 'video/webm', codec: 'vp8', hasAudio: true, audioCodec: 'opus' },
  })
  assert.deepEqual(factsOf(await mediaWorker.examine(await pictures.putFixture('plain.avi'))), {
    ...silent,
    ...size,
    ...{ contentType: 'video/x-msvideo', codec: 'mjpeg', frameRate: 5, durationMs: 2_200 },
  })
})

test('a video in fragments, as browsers record it, is a video', async () => {
  const facts = factsOf(await mediaWorker.examine(await pictures.putFixture('fragments.mp4')))
  assert.deepEqual([facts.width, facts.height, facts.durationMs, facts.audioCodec], [64, 48, 2_000, 'aac'])
})

test('a video filmed in portrait yields the size at which it is displayed', async () => {
  for (const [name, rotation] of [
    ['turned.mp4', 270],
    ['turned.mov', 90],
  ] as const) {
    const facts = factsOf(await mediaWorker.examine(await pictures.putFixture(name)))
    assert.deepEqual([facts.width, facts.height, facts.rotation], [48, 64, rotation], name)
  }
})

test('the examination removes a video’s location and device metadata, and the video still plays', async () => {
  for (const name of ['plain.mp4', 'plain.mov', 'plain.webm', 'plain.avi', 'turned.mp4', 'turned.mov']) {
    const bytes = await fixture(name)
    const marks = ['Marker', '+48.8577', 'Lavf'].filter((mark) => bytes.includes(mark))
    assert.ok(marks.length > 0, `${name}: nothing to remove`)
    const path = await pictures.put(name, bytes)
    const examined = await mediaWorker.examine(path)
    const facts = factsOf(examined)
    const stripped = await readFile(path)
    assert.equal(stripped.length, bytes.length, name)
    for (const mark of marks) assert.ok(!stripped.includes(mark), `${name}: ${mark}`)
    const again = await mediaWorker.examine(path)
    assert.deepEqual(factsOf(again), facts, name)
    assert.ok((await readFile(path)).equals(stripped), name)
  }
})

test('a truncated video is refused', async () => {
  for (const name of ['plain.mp4', 'plain.mov', 'plain.webm', 'plain.avi']) {
    const bytes = await fixture(name)
    for (const share of [0.2, 0.5, 0.95]) {
      const path = await pictures.put(name, bytes.subarray(0, Math.floor(bytes.length * share)))
      assert.equal(refusalOf(await mediaWorker.examine(path)).code, 'media_unreadable', `${name} ${share}`)
    }
  }
})

test('a file without a video track, or without an end, is not a video', async () => {
  assert.deepEqual(refusalOf(await mediaWorker.examine(await pictures.putFixture('sound.mp4'))), {
    outcome: 'bad',
    code: 'media_unreadable',
    detail: 'The file has no video track.',
  })
  const { detail } = refusalOf(await mediaWorker.examine(await pictures.putFixture('live.webm')))
  assert.match(detail, /has no duration/)
})

test('with ffmpeg, a video gets a poster and a preview; ffmpeg receives none of our settings', async () => {
  const poster = await pictures.put('poster-source.jpg', await noise(64, 48).jpeg().toBuffer())
  const notes = join(pictures.folder, 'notes.json')
  const ffmpeg = await standIn(
    pictures,
    'good',
    `fs.copyFileSync(${JSON.stringify(poster)}, out)
     fs.writeFileSync(${JSON.stringify(notes)}, JSON.stringify({ env: Object.keys(process.env), args: process.argv.slice(2) }))`,
  )
  const own = createMediaWorker({ log, ffmpeg })
  const posterPath = join(pictures.folder, 'poster.jpg')
  const examined = await own.examine(await pictures.putFixture('plain.mp4'), { posterPath })
  await own.close()
  assert.ok(examined.outcome === 'good' && examined.posterPath === posterPath)
  assert.match(examined.facts.preview ?? '', /^data:image\/webp;base64,/)
  assert.equal((await sharp(posterPath).metadata()).format, 'jpeg')
  const { env, args } = JSON.parse(await readFile(notes, 'utf8'))
  const known = /^(?:PATH|LC_ALL|TZ|MALLOC_ARENA_MAX|NODE_COMPILE_CACHE|PWD|SHLVL|_|OLDPWD|__CF_USER_TEXT_ENCODING)$/
  assert.deepEqual(
    env.filter((name: string) => !known.test(name)),
    [],
  )
  const whitelist = args.indexOf('-protocol_whitelist')
  assert.deepEqual([args[whitelist + 1], args.includes('-nostdin')], ['file', true])
})

test('a failed poster does not fail the video, and leaves nothing behind', async () => {
  const scripts = {
    failing: 'process.exit(1)',
    lying: "fs.writeFileSync(out, 'no image')",
    breaking: "fs.writeFileSync(out, 'half'); process.kill(process.pid, 'SIGKILL')",
  }
  for (const [name, script] of Object.entries(scripts)) {
    const own = createMediaWorker({ log, ffmpeg: await standIn(pictures, name, script) })
    const posterPath = join(pictures.folder, `${name}.jpg`)
    const examined = await own.examine(await pictures.putFixture('plain.mp4'), { posterPath })
    await own.close()
    assert.ok(examined.outcome === 'good' && examined.posterPath === null && examined.facts.preview === null, name)
    await assert.rejects(access(posterPath), name)
  }
})

test('an examination that is stopped early also stops ffmpeg', async () => {
  const pidFile = join(pictures.folder, 'pid')
  const ffmpeg = await standIn(
    pictures,
    'endless',
    `fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`,
  )
  const own = createMediaWorker({ log, ffmpeg })
  const gone = new AbortController()
  const posterPath = join(pictures.folder, 'endless.jpg')
  const examined = own.examine(await pictures.putFixture('plain.mp4'), { posterPath, signal: gone.signal })
  const refused = assert.rejects(examined, NoTurn)
  const readPid = () => readFile(pidFile, 'utf8').then(Number, () => 0)
  await until('ffmpeg has started', async () => (await readPid()) > 0)
  gone.abort()
  await refused
  await own.close()
  const pid = await readPid()
  const readState = () => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')
  await until('ffmpeg has ended', async () => /\) Z/.test(await readState()))
})

test('a program is found in the first PATH folder that contains it', async () => {
  const ffmpeg = await standIn(pictures, 'found', '')
  const folder = join(pictures.folder, 'found')
  assert.equal(await findProgram('ffmpeg', ['', '.', pictures.folder, folder].join(delimiter)), ffmpeg)
  assert.equal(await findProgram('program.mjs', folder), null)
  assert.equal(await findProgram('ffmpeg', ''), null)
})
