import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import { createLog } from '#infra/log/log.ts'
import { minutes } from '#kernel/clock.ts'
import { until } from '#test/harness/until.ts'
import { manyScans } from '#test/hostile/many-parts.ts'
import { slowFiles } from '#test/hostile/slow-files.ts'
import { noise, openPictures, tinyGif } from '#test/world/pictures.ts'
import { createMediaWorker, type MediaWorkerOptions } from '../media-worker.ts'
import { processorMs, readPsTime } from './processor-time.ts'
import { OwnerSuspended } from './suspended-owners.ts'

/** Small files that take long. The cost of each is bounded and charged to its owner. */
const pictures = await openPictures()
after(() => pictures[Symbol.asyncDispose]())
const small = await noise(60, 40).jpeg().toBuffer()
/** A few kilobytes that take about 1.5 s of CPU time. */
const slow = tinyGif(1_000, 500)

/** Stops a child process. On a busy machine it may already have ended. */
function stop(pid: number): void {
  try {
    process.kill(pid, 'SIGSTOP')
  } catch {
    assert.ok(!existsSync(`/proc/${pid}/exe`))
  }
}

function open(options: Partial<MediaWorkerOptions> = {}) {
  const lines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } })
  const mediaWorker = createMediaWorker({ log, ffmpeg: null, ...options })
  let files = 0
  return {
    mediaWorker,
    linesWith: (words: string) => lines.filter((line) => line.includes(words)),
    async examine(bytes: Buffer, owner: string, signal?: AbortSignal) {
      const path = await pictures.put(`file-${++files}`, bytes)
      return await mediaWorker.examine(path, { owner, signal })
    },
    [Symbol.asyncDispose]: () => mediaWorker.close(),
  }
}

test('a small file that is slow for libraries to parse is cleaned before they read it, or refused', async () => {
  await using worker = open()
  for (const file of await slowFiles()) {
    const path = await pictures.put(file.fileName, file.bytes)
    const examined = await worker.mediaWorker.examine(path)
    if (file.expect === 'cleaned') {
      assert.equal(examined.outcome, 'good', `${file.name}: ${JSON.stringify(examined)}`)
      const served = await readFile(path)
      for (const word of file.mustNotLeave) assert.ok(!served.includes(Buffer.from(word, 'latin1')))
    } else {
      assert.ok(examined.outcome === 'bad', file.name)
      assert.deepEqual([examined.code, /more than 16 tracks/.test(examined.detail)], ['media_too_complex', true])
    }
  }
})

test('a small file of any kind is refused after a few seconds of CPU time', async () => {
  await using worker = open({ bounds: { smallMs: 300 } })
  const examined = await worker.examine(slow, 'ada')
  assert.ok(examined.outcome === 'bad' && examined.code === 'media_too_complex', JSON.stringify(examined))
  assert.match(examined.detail, /longer than 0\.3 seconds/)
})

test('files slower than estimated never take every place: one yields and restarts later', async () => {
  await using worker = open({ bounds: { longMs: 250 } })
  const ada = worker.examine(slow, 'ada')
  await until('her file counts as long', async () => worker.linesWith('takes longer').length === 1)
  const [pid = 0] = worker.linesWith('took a file').map((line) => JSON.parse(line).pid)
  // Ada's file never finishes.
  process.kill(pid, 'SIGSTOP')
  const bob = worker.examine(slow, 'bob')
  await until('his file yields', async () => worker.linesWith('"givesWay":true').length === 1)
  // The first bytes of a text are enough to refuse it, so this turn is short on every machine.
  assert.equal((await worker.examine(Buffer.from('a text'), 'carol')).outcome, 'bad')
  process.kill(pid, 'SIGCONT')
  assert.deepEqual([(await ada).outcome, (await bob).outcome], ['good', 'good'])
  assert.equal(worker.linesWith('took a file').length, 4, 'his file was restarted')
})

test('a file that gets no CPU time must be uploaded again, and its owner is not suspended', async () => {
  await using worker = open({ bounds: { elapsedMs: 300 } })
  for (let nth = 1; nth <= 3; nth++) {
    const examined = worker.examine(slow, 'ada')
    const refused = assert.rejects(examined, (error) => error instanceof NoTurn && /too busy/.test(error.message))
    await until('a child process takes the file', async () => worker.linesWith('took a file').length === nth)
    const pid = JSON.parse(worker.linesWith('took a file').at(-1) ?? '{}').pid
    stop(pid)
    await refused
    await until('its child is gone', async () => !existsSync(`/proc/${pid}/exe`))
    assert.ok(!existsSync(`${pictures.folder}/file-${nth}.edited`))
  }
})

test('a copy that gets no CPU time before the deadline must be requested again, and leaves nothing behind', async () => {
  await using worker = open({ bounds: { elapsedMs: 300 } })
  const path = await pictures.put('starved.gif', slow)
  const facts = { kind: 'image', contentType: 'image/gif', width: 500, height: 500, frames: 1_000 } as const
  const more = { animated: true, orientation: 1, hasAlpha: false, preview: '' }
  const outPath = `${path}.fitted`
  const fitted = worker.mediaWorker.fit(path, { ...facts, ...more }, { maxWidth: 400 }, outPath)
  const refused = assert.rejects(fitted, NoTurn)
  await until('a child process takes the file', async () => worker.linesWith('took a file').length === 1)
  stop(JSON.parse(worker.linesWith('took a file')[0] ?? '{}').pid)
  await refused
  assert.ok(!existsSync(outPath))
})

test('a process’s CPU time grows with its use, and is read in each format that ps prints', async () => {
  const before = await processorMs(process.pid)
  const began = process.cpuUsage()
  while (process.cpuUsage(began).user < 300_000);
  assert.ok(before !== null && ((await processorMs(process.pid)) ?? 0) - before >= 250)
  const forms = ['00:00:07', '  1:02.50\n', '01:02:03', '1-02:03:04', '', 'TIME', 'a:b'] as const
  assert.deepEqual(forms.map(readPsTime), [7_000, 62_500, 3_723_000, 93_784_000, null, null, null])
})

test('when the client disconnects, the examination ends and frees its place', async () => {
  await using worker = open({ bounds: { childrenMax: 1 } })
  const gone = new AbortController()
  const examined = worker.examine(slow, 'ada', gone.signal)
  await until('a child process takes the file', async () => worker.linesWith('took a file').length === 1)
  gone.abort()
  await assert.rejects(examined, NoTurn)
  assert.equal((await worker.examine(small, 'bob')).outcome, 'good')
  assert.equal(worker.linesWith('Media worker started').length, 2, 'the first child was ended')
  assert.ok(!existsSync(`${pictures.folder}/file-1.edited`))
})

test('after two files that reach the limit, their owner is suspended for ten minutes, and no other owner is', async () => {
  let at = Date.parse('2026-11-27T09:00:00Z')
  await using worker = open({ bounds: { smallMs: 1 }, clock: { now: () => new Date(at) } })
  for (const owner of ['ada', 'bob', 'ada']) assert.equal((await worker.examine(slow, owner)).outcome, 'bad')
  await assert.rejects(worker.examine(small, 'ada'), (error) => {
    assert.ok(error instanceof OwnerSuspended)
    return error.retryAfterMs === minutes(10)
  })
  assert.equal((await worker.examine(slow, 'carol')).outcome, 'bad')
  assert.equal((await worker.examine(slow, 'bob')).outcome, 'bad')
  await assert.rejects(worker.examine(small, 'bob'), OwnerSuspended)
  at += minutes(10)
  assert.equal((await worker.examine(slow, 'ada')).outcome, 'bad', 'her files are accepted again')
  assert.equal((await worker.examine(slow, 'ada')).outcome, 'bad', 'and the count restarts')
})

test('media_too_complex: a JPEG with more scans than any program writes is refused before it is decoded', async () => {
  await using worker = open()
  const progressive = await noise(300, 200).jpeg({ progressive: true }).toBuffer()
  const examined = await worker.examine(manyScans(progressive), 'ada')
  assert.ok(examined.outcome === 'bad' && /more than 100 scans/.test(examined.detail), JSON.stringify(examined))
  assert.equal((await worker.examine(progressive, 'ada')).outcome, 'good')
})
