import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { HostileFile } from '#test/hostile/hostile-file.ts'
import { makeHostile } from '#test/hostile/make-hostile.ts'
import { mutations } from '#test/hostile/mutations.ts'
import { marker, position, samples } from '#test/hostile/samples.ts'
import { endCleanly, freePort, type Running, ready, signUp, start } from '../tools/killable.ts'
import { pssMb, tree } from '../tools/processes.ts'
import { lookAtServed, type Uploaded } from './hostile/look-at-served.ts'

/**
 * Sends every hostile file, and thousands of mutated ones, to the real service through every way in. For accepted files
 * it checks what is served: the type of the bytes, the headers, nothing that must not leave, and a picture that
 * decodes. No file may be accepted that must be refused, no answer may be a 5xx, and the process must survive.
 *
 *     node bench/under-attack/hostile.ts [mutated files, default 5000]
 */
const changedFiles = Number(process.argv[2] ?? 5_000)
const atOnce = 6
/** Every fifth file is uploaded to a presigned URL. */
const presignedEach = 5

const tally = { sent: 0, presigned: 0, taken: 0, refused: 0, pictures: 0, films: 0, startMb: 0, swallowed: 0 }
let peak = { all: 0, service: 0, mediaWorker: 0, database: 0 }
const changedWhy = 'its content is unknown now'
const codes = new Map<string, number>()
const faults = {
  'taken wrongly': [] as string[],
  'refused wrongly': [] as string[],
  'refused for a wrong reason': [] as string[],
  'served under a wrong type': [] as string[],
  'other faults of what is served': [] as string[],
  'answers 5xx': [] as string[],
  'connections cut': [] as string[],
  crashes: [] as string[],
}

interface Answer {
  readonly status: number
  readonly text: string
}

async function* everything(): AsyncGenerator<HostileFile> {
  yield* makeHostile()
  const all = await samples()
  const each = Math.ceil(changedFiles / all.length)
  let count = 0
  for (const { name, extension, contentType, bytes } of all) {
    for (const changed of mutations(bytes, Math.min(each, changedFiles - count))) {
      count += 1
      yield {
        name: `${name} changed (${count})`,
        fileName: `changed.${extension}`,
        declared: contentType,
        bytes: changed,
        expect: 'either',
        why: changedWhy,
        mustNotLeave: [marker, position],
      }
    }
  }
}

async function send(running: Running, token: string, files: AsyncGenerator<HostileFile>): Promise<void> {
  for (let next = await files.next(); !next.done; next = await files.next()) {
    const file = next.value
    tally.sent += 1
    const byAddress = tally.sent % presignedEach === 0
    if (byAddress) tally.presigned += 1
    try {
      await judge(running, token, file, await (byAddress ? putAtAddress : upload)(running, token, file))
    } catch (error) {
      const cause = error instanceof Error && error.cause ? ` (${String(error.cause)})` : ''
      faults['connections cut'].push(`${file.name}: ${String(error)}${cause}`)
    }
    if (running.child.exitCode !== null || running.child.signalCode !== null) {
      faults.crashes.push(`the service ended at ${file.name}`)
      return
    }
  }
}

const post = async (running: Running, token: string, path: string, body: object): Promise<Answer> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return answerOf(await fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) }))
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  text: await response.text(),
})

async function upload(running: Running, token: string, file: HostileFile): Promise<Answer> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.declared }), file.fileName)
  const headers = { authorization: `Bearer ${token}` }
  return answerOf(await fetch(`${running.url}/v1/media/upload`, { method: 'POST', headers, body: form }))
}

async function putAtAddress(running: Running, token: string, file: HostileFile): Promise<Answer> {
  const requested = { fileName: file.fileName, contentType: file.declared }
  const place = await post(running, token, '/v1/media/presign-upload', requested)
  if (place.status !== 200) return place
  const { uploadUrl, storagePath } = JSON.parse(place.text) as { uploadUrl: string; storagePath: string }
  const headers = { 'content-type': file.declared }
  const { pathname } = new URL(uploadUrl)
  const put = await answerOf(
    await fetch(running.url + pathname, { method: 'PUT', headers, body: new Uint8Array(file.bytes) }),
  )
  const completed = await post(running, token, '/v1/media/complete-upload', { storagePath })
  if ((put.status === 200) !== (completed.status === 200)) {
    faults['other faults of what is served'].push(`${file.name}: put ${put.status}, completed ${completed.status}`)
  }
  return put.status === 200 ? completed : put
}

async function judge(running: Running, token: string, file: HostileFile, { status, text }: Answer): Promise<void> {
  const words = `${file.name}: ${status} ${text.slice(0, 300)}`
  if (status >= 500) faults['answers 5xx'].push(words)
  if (status !== 200) {
    tally.refused += 1
    const code = /"code":"([a-z_]+)"/.exec(text)?.[1] ?? String(status)
    codes.set(code, (codes.get(code) ?? 0) + 1)
    // Every form here is complete, so only the file or its name can be wrong.
    if (!/^(?:media_|validation_failed)/.test(code)) faults['refused for a wrong reason'].push(words)
    if (file.expect === 'cleaned') faults['refused wrongly'].push(words)
    return
  }
  tally.taken += 1
  const uploaded = JSON.parse(text) as Uploaded
  tally[uploaded.contentType.startsWith('image/') ? 'pictures' : 'films'] += 1
  if (file.expect === 'refused') faults['taken wrongly'].push(`${words} (${file.why})`)
  for (const fault of await lookAtServed(running.url, file, uploaded)) {
    // When bytes of the picture were removed, its declared length extends into the data behind it, which then is part
    // of the picture.
    if (file.why === changedWhy && fault.startsWith('leaves')) tally.swallowed += 1
    else if (fault.startsWith('wrong type')) faults['served under a wrong type'].push(`${file.name} ${fault}`)
    else faults['other faults of what is served'].push(`${file.name} ${fault}`)
  }
  const headers = { authorization: `Bearer ${token}` }
  const removed = await fetch(`${running.url}/v1/media/${uploaded.id}`, { method: 'DELETE', headers })
  if (!removed.ok) faults['other faults of what is served'].push(`${file.name}: DELETE ${removed.status}`)
}

function measure(running: Running): void {
  const now = { all: 0, service: 0, mediaWorker: 0, database: 0 }
  for (const { pid, command } of tree(running.child.pid ?? 0)) {
    const mb = pssMb(pid)
    now.all += mb
    now[/media-worker.child/.test(command) ? 'mediaWorker' : /postgres/.test(command) ? 'database' : 'service'] += mb
  }
  tally.startMb ||= now.all
  if (now.all > peak.all) peak = now
}

function report(seconds: number): void {
  const line = (what: string, value: unknown): void => console.log(`${what.padEnd(34)} ${value}`)
  line('files sent', `${tally.sent}, ${tally.presigned} of them put at an address`)
  line('  taken', `${tally.taken} (${tally.pictures} images, ${tally.films} videos)`)
  line('  refused', tally.refused)
  for (const [code, count] of [...codes].sort((a, b) => b[1] - a[1])) line(`    ${code}`, count)
  line('time', `${Math.round(seconds)} s`)
  const { all, service, mediaWorker, database } = peak
  line('memory of all processes', `${Math.round(tally.startMb)} MB at the start, at most ${Math.round(all)} MB`)
  line('  the service at that moment', `${Math.round(service)} MB`)
  line('  its media worker', `${Math.round(mediaWorker)} MB`)
  line('  its database', `${Math.round(database)} MB`)
  line('changed files that took in metadata', `${tally.swallowed}, as bytes of their picture`)
  for (const [kind, found] of Object.entries(faults)) {
    line(kind, found.length)
    for (const fault of found.slice(0, 12)) console.log(`  ${fault}`)
  }
  process.exitCode = Object.values(faults).every((found) => found.length === 0) ? 0 : 1
}

const room = await mkdtemp(join(tmpdir(), 'posthorn hostile '))
// When run as root, the database's system user must be able to enter the folder.
await chmod(room, 0o755)
try {
  const running = start(room, join(room, 'data'), await freePort())
  await ready(running)
  const token = await signUp(running)
  measure(running)
  const measuring = setInterval(() => measure(running), 250)
  const begun = performance.now()
  const files = everything()
  await Promise.all(Array.from({ length: atOnce }, () => send(running, token, files)))
  clearInterval(measuring)
  await ready(running)
  faults.crashes.push(...(await endCleanly(running)))
  const logged = running
    .output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line))
  faults.crashes.push(...logged.map((line) => `logged: ${line.slice(0, 300)}`))
  report((performance.now() - begun) / 1_000)
} finally {
  await rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
