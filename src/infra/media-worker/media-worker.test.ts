import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoTurn } from '#infra/fair-line/fair-line.ts'
import { createLog, type Logger } from '#infra/log/log.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { noise, openPictures, plain, standIn, tinyGif } from '#test/world/pictures.ts'
import type { Examined } from './contract.ts'
import { createMediaWorker } from './media-worker.ts'

const pictures = await openPictures()
after(() => pictures[Symbol.asyncDispose]())

const small = await pictures.put('small.jpg', await noise(60, 40).jpeg().toBuffer())
/** Takes a third of a second to decode. */
const slow = await pictures.put('slow.gif', tinyGif(200, 500))
/** Takes 100 MB, since an interlaced image is held in memory in full. */
const big = await pictures.put('big.png', await plain(5_000, 5_000, 4).png({ progressive: true, effort: 1 }).toBuffer())

const pidsOf = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => (/"pid":(\d+),"msg":"Media worker started"/.exec(line)?.[1] ?? []) as string | []).map(Number)

const takerOf = (line: string): string[] => /"pid":(\d+).*"msg":"Media worker took a file"/.exec(line)?.slice(1) ?? []

/** Creates a log that shows which child processes were started, and which of them took each file. */
function listening(): { log: Logger; pids: () => number[]; takers: () => number[] } {
  const lines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line) => lines.push(line) } })
  return { log, pids: () => pidsOf(lines), takers: () => lines.flatMap(takerOf).map(Number) }
}

/** Waits for a child process to take a file, and suspends it: it holds the file until it is resumed. */
async function stopTaker(takers: () => number[], nth: number): Promise<{ continue(): void }> {
  await until(() => takers().length === nth, 'a child takes the file')
  const pid = takers().at(-1)!
  process.kill(pid, 'SIGSTOP')
  return { continue: () => process.kill(pid, 'SIGCONT') }
}

async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs()
  while (!holds()) {
    if (performance.now() > deadline) assert.fail(`in vain: ${what}`)
    await sleep(5)
  }
}

/** True if the process is gone or a zombie. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return true
  }
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const codeOf = (examined: Examined): string => (examined.outcome === 'bad' ? examined.code : 'good')

test('one owner has one child process at a time, two owners have two, and close ends them', async () => {
  const { log, pids } = listening()
  const mediaWorker = createMediaWorker({ log })
  await mediaWorker.examine(small)
  await mediaWorker.examine(small)
  assert.equal(pids().length, 1)
  const examineFor = (owners: readonly string[]) =>
    Promise.all(owners.flatMap((owner) => Array.from({ length: 4 }, () => mediaWorker.examine(small, { owner }))))
  await examineFor(['ada'])
  assert.equal(pids().length, 1)
  const all = await examineFor(['ada', 'bob'])
  assert.deepEqual(new Set(all.map(codeOf)), new Set(['good']))
  assert.equal(pids().length, 2)
  const [under, way, waits] = ['ada', 'bob', 'ada'].map((owner) =>
    assert.rejects(mediaWorker.examine(slow, { owner }), /closed/),
  )
  await mediaWorker.close()
  await Promise.all([under, way, waits])
  assert.ok(pids().every(isGone))
  await assert.rejects(mediaWorker.examine(small), /closed/)
})

test('a file that crashes its child process is bad, and the next file gets a new process', async () => {
  const { log, pids, takers } = listening()
  const mediaWorker = createMediaWorker({ log, bounds: { childrenMax: 1 } })
  await mediaWorker.examine(small)
  const first = mediaWorker.examine(slow)
  await until(() => takers().length === 2, 'the child has the slow file')
  const next = mediaWorker.examine(small)
  process.kill(pids()[0]!, 'SIGUSR2')
  assert.equal(codeOf(await first), 'media_unreadable')
  assert.equal(codeOf(await next), 'good')
  assert.equal(pids().length, 2)
  await mediaWorker.close()
})

test('a file whose child process is killed externally is examined again', async () => {
  const { log, pids, takers } = listening()
  const mediaWorker = createMediaWorker({ log })
  await mediaWorker.examine(small)
  const examined = mediaWorker.examine(slow)
  await until(() => takers().length === 2, 'the child has the slow file')
  process.kill(pids()[0]!, 'SIGKILL')
  assert.equal(codeOf(await examined), 'good')
  assert.equal(pids().length, 2)
  await mediaWorker.close()
})

test('a file that takes too long is too complex; its child process ends and the next one works', async () => {
  const { log, pids } = listening()
  const mediaWorker = createMediaWorker({ log, bounds: { imageMs: 50, fitMs: 50, childrenMax: 1 } })
  const examined = await mediaWorker.examine(slow)
  assert.ok(examined.outcome === 'bad' && examined.code === 'media_too_complex', JSON.stringify(examined))
  assert.match(examined.detail, /longer than 0\.05 seconds/)
  assert.ok(isGone(pids()[0]!))
  assert.equal(codeOf(await mediaWorker.examine(await pictures.putFixture('plain.mp4'))), 'good')
  const outPath = join(pictures.folder, 'never')
  const facts = { kind: 'image', contentType: 'image/gif', width: 500, height: 500, frames: 200 } as const
  const more = { animated: true, orientation: 1, hasAlpha: true, preview: '' }
  const fitted = await mediaWorker.fit(slow, { ...facts, ...more }, { maxWidth: 400 }, outPath)
  assert.ok(fitted.outcome === 'cannot' && fitted.rule === 'maxPixels', JSON.stringify(fitted))
  await assert.rejects(stat(outPath))
  await mediaWorker.close()
})

test('a file that takes too much memory is too complex; only the child process ends', async () => {
  const { log, pids } = listening()
  const mediaWorker = createMediaWorker({ log, bounds: { maxRssBytes: 150_000_000 } })
  assert.equal(codeOf(await mediaWorker.examine(small)), 'good')
  const examined = await mediaWorker.examine(big)
  assert.ok(examined.outcome === 'bad' && examined.code === 'media_too_complex', JSON.stringify(examined))
  assert.match(examined.detail, /more memory/)
  assert.ok(isGone(pids()[0]!))
  await mediaWorker.close()
})

test('when too many files wait, the next is refused and the waiting ones are served', async () => {
  const mediaWorker = createMediaWorker({
    log: createLog({ level: 'silent' }),
    bounds: { childrenMax: 1, waitingMax: 2 },
  })
  const four = await Promise.allSettled(Array.from({ length: 4 }, () => mediaWorker.examine(small)))
  const turnedAway = four.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.deepEqual(
    turnedAway.map((reason) => reason instanceof NoTurn),
    [true],
  )
  assert.equal(codeOf(await mediaWorker.examine(small)), 'good')
  await mediaWorker.close()
})

test('a caller waits for a turn only up to the limit; background work has no limit', async () => {
  const { log, takers } = listening()
  const mediaWorker = createMediaWorker({ log, bounds: { childrenMax: 1, waitMs: 50 } })
  const first = mediaWorker.examine(slow)
  const stopped = await stopTaker(takers, 1)
  const patient = mediaWorker.examine(small)
  const waits = mediaWorker.examine(small, { signal: new AbortController().signal })
  await assert.rejects(waits, (error) => error instanceof NoTurn && /waited 0\.05 seconds/.test(error.message))
  assert.equal(takers().length, 1, 'the file of a disconnected client is not started')
  stopped.continue()
  assert.deepEqual([await first, await patient].map(codeOf), ['good', 'good'])
  assert.equal(takers().length, 2)
  await mediaWorker.close()
})

test('one owner’s slow images never take every place: another owner is served alongside', async () => {
  const { log, takers } = listening()
  const mediaWorker = createMediaWorker({ log })
  const ofAda = Array.from({ length: 4 }, () => mediaWorker.examine(slow, { owner: 'ada' }))
  const stopped = await stopTaker(takers, 1)
  const ofBob = await Promise.all([1, 2].map(() => mediaWorker.examine(small, { owner: 'bob' })))
  assert.deepEqual(ofBob.map(codeOf), ['good', 'good'])
  assert.equal(takers().length, 3, 'no other file of Ada is examined in the meantime')
  stopped.continue()
  assert.deepEqual(new Set((await Promise.all(ofAda)).map(codeOf)), new Set(['good']))
  await mediaWorker.close()
})

test('copies for networks are made before uploads are examined', async () => {
  const { log, takers } = listening()
  const mediaWorker = createMediaWorker({ log, bounds: { childrenMax: 1 } })
  const examined = await mediaWorker.examine(small)
  assert.ok(examined.outcome === 'good' && examined.facts.kind === 'image')
  const { facts } = examined
  const ended: string[] = []
  const brought = ['first', 'second', 'third'].map((name) => mediaWorker.examine(slow).then(() => ended.push(name)))
  const stopped = await stopTaker(takers, 2)
  const outPath = join(pictures.folder, 'urgent')
  const copy = mediaWorker.fit(small, facts, { maxWidth: 30 }, outPath, { owner: 'bob' }).then(() => ended.push('copy'))
  stopped.continue()
  await Promise.all([...brought, copy])
  assert.equal(ended.indexOf('copy'), 1, ended.join())
  await mediaWorker.close()
})

test('a missing file is an internal error, not a bad file', async () => {
  const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }) })
  await assert.rejects(mediaWorker.examine(join(pictures.folder, 'nowhere')), /could not be examined: .*ENOENT/s)
  assert.equal(codeOf(await mediaWorker.examine(small)), 'good')
  await mediaWorker.close()
})

test('an idle child process exits after a while', async () => {
  const { log, pids } = listening()
  const mediaWorker = createMediaWorker({ log, bounds: { idleMs: 20 } })
  await mediaWorker.examine(small)
  await until(() => isGone(pids()[0]!), 'the idle child ends')
  assert.equal(codeOf(await mediaWorker.examine(small)), 'good')
  await mediaWorker.close()
})

test('the event loop is not blocked while an image is examined', async () => {
  const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }) })
  await mediaWorker.examine(small)
  // CPU time, since a busy machine distorts all other times.
  const before = process.cpuUsage()
  assert.equal(codeOf(await mediaWorker.examine(slow)), 'good')
  const { user, system } = process.cpuUsage(before)
  assert.ok(user + system < 150_000, `${(user + system) / 1_000} ms of our processor time`)
  await mediaWorker.close()
})

/** Starts a separate program with a media worker, which runs the code `then`. */
function program(then: string) {
  const mediaWorkerUrl = new URL('./media-worker.ts', import.meta.url).href
  const logUrl = new URL('../log/log.ts', import.meta.url).href
  const code = `
    const { createMediaWorker } = await import(${JSON.stringify(mediaWorkerUrl)})
    const { createLog } = await import(${JSON.stringify(logUrl)})
    const log = createLog({ level: 'debug', readable: false })
    const open = (ffmpeg) => createMediaWorker({ log, ffmpeg })
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = { text: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.text += text
  })
  return { child, ended: once(child, 'exit'), output }
}

test('an idle media worker does not keep the process alive', async () => {
  const { child, ended, output } = program(`console.log((await open(null).examine(${JSON.stringify(small)})).outcome)`)
  const [status] = await Promise.race([ended, sleep(patienceMs(10_000), ['still there'], { ref: false })])
  child.kill('SIGKILL')
  assert.equal(status, 0, output.text)
  assert.match(output.text, /good/)
  const [pid = 0] = pidsOf(output.text.split('\n'))
  await until(() => isGone(pid), 'the child process ends after its parent')
})

test('if Posthorn is killed while it examines a file, the child process and its own children end at once', async () => {
  const pidFile = join(pictures.folder, 'pid')
  const script = `fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid) + ' '); setInterval(() => {}, 1000)`
  const ffmpeg = await standIn(pictures, 'endless', script)
  const [video, posterPath] = [await pictures.putFixture('plain.mp4'), join(pictures.folder, 'poster.jpg')]
  const { child, ended, output } = program(
    `await open(${JSON.stringify(ffmpeg)}).examine(${JSON.stringify(video)}, { posterPath: ${JSON.stringify(posterPath)} })`,
  )
  const started = (): string => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : '')
  await until(() => started().endsWith(' '), 'ffmpeg has started')
  const pids = [...pidsOf(output.text.split('\n')), Number(started())]
  assert.equal(pids.length, 2)
  assert.ok(!pids.some(isGone))
  child.kill('SIGKILL')
  await ended
  await until(() => pids.every(isGone), 'both end after their parent')
})
