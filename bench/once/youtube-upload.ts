import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { signUp } from '../posts/people.ts'
import type { Publisher } from '../posts/publisher.ts'
import { setLatency } from '../posts/sandbox.ts'
import { openStage, type Stage } from '../posts/stage.ts'
import { consent } from '../posts/ways-in.ts'
import { upload } from '../speed/uploads/send.ts'
import { rssMb, type Started, tree } from '../tools/processes.ts'

/**
 * Uploads one large video to the sandbox's YouTube by real workers. Each is killed amid the upload and another one takes
 * over. The sandbox counts the bytes that came again although it had confirmed them.
 */
const megabytes = Number(process.argv[2] ?? 500)
const kills = Number(process.argv[3] ?? 10)
const longestMs = 900_000
const pieceMs = 250
/** The bytes after which a worker has loaded all that an upload needs. */
const warmBytes = 16 * 1_048_576

await using stage = await openStage()
const api = await stage.run('api')
const publisher = await signUp(api)
const { postId, sha256, size } = await writePost(api, publisher)
await setLatency(stage.sandbox, pieceMs, pieceMs)

let growthMb = 0
let peakMb = 0
let taken = 0
const startedAt = performance.now()
await publisher.call('POST', `/v1/posts/${postId}/publish-now`)
for (let killed = 0; ; killed += 1) {
  const worker = await stage.run('worker')
  taken += 1
  // The last worker is not killed.
  const until = killed < kills ? ((killed + Math.random()) / kills) * size * 0.95 : Number.POSITIVE_INFINITY
  if (await watch(stage, worker, until)) break
  for (const { pid } of tree(worker.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
}
const seconds = (performance.now() - startedAt) / 1_000

const { bytesAgain, sessions, videos } = await stateOf(stage)
const ledger = await read<{ entries: { media: { sha256: string }[] }[] }>(stage, 'ledger?network=youtube')
const same = ledger.entries.filter(({ media }) => media[0]?.sha256 === sha256).length
console.log(
  `a video of ${(size / 1_048_576).toFixed(0)} MB, ${taken} workers, ${taken - 1} of them killed, ${seconds.toFixed(0)} s`,
)
console.log(`uploads begun ${sessions}, videos ${videos}, whole and unchanged ${same}`)
console.log(`bytes sent again after they were confirmed: ${bytesAgain}`)
console.log(`memory of a worker amid the upload: at most ${peakMb.toFixed(0)} MB, grown by ${growthMb.toFixed(0)} MB`)
if (videos !== 1 || same !== 1 || bytesAgain !== 0) process.exitCode = 1

interface Written {
  readonly postId: string
  readonly sha256: string
  readonly size: number
}

/** Uploads the video to Posthorn and writes a post of it. */
async function writePost({ url }: Started, by: Publisher): Promise<Written> {
  const { id: profileId } = await by.call<{ id: string }>('POST', '/v1/profiles', { name: 'Harbour' })
  await consent(by, 'youtube', profileId, 'alice')
  const token = by.headers.authorization?.replace('Bearer ', '') ?? ''
  const { status, text } = await upload(url, token, megabytes * 1_048_576 - 4_096, 1)
  if (status >= 300) throw new Error(text)
  const { storagePath, url: address } = JSON.parse(text) as { storagePath: string; url: string }
  const { sha256, size } = await hashOf(new URL(address, url))
  const { id: postId } = await by.call<{ id: string }>('POST', '/v1/posts', {
    profileId,
    platforms: ['youtube'],
    content: 'A long walk along the harbour.',
    title: 'The harbour',
    media: [{ storagePath }],
    settings: { youtube: { madeForKids: false } },
    saveAsDraft: true,
  })
  return { postId, sha256, size }
}

/** Hashes the stored file, which has no metadata about its author. */
async function hashOf(url: URL): Promise<Pick<Written, 'sha256' | 'size'>> {
  const hash = createHash('sha256')
  let size = 0
  const { body } = await fetch(url)
  for await (const piece of body ?? []) {
    hash.update(piece)
    size += piece.length
  }
  return { sha256: hash.digest('hex'), size }
}

/** Watches a worker until this many bytes have arrived. Returns true if the video is published. */
async function watch(of: Stage, { child }: Started, bytes: number): Promise<boolean> {
  const memory = () => tree(child.pid ?? 0).reduce((sum, { pid }) => sum + rssMb(pid), 0)
  let least = Number.POSITIVE_INFINITY
  const { bytesIn: had } = await stateOf(of)
  for (const begun = performance.now(); performance.now() - begun < longestMs; await sleep(20)) {
    const { bytesIn, shown } = await stateOf(of)
    if (shown) return true
    if (bytesIn >= bytes) return false
    if (bytesIn - had < warmBytes) continue
    const now = memory()
    peakMb = Math.max(peakMb, now)
    least = Math.min(least, now)
    growthMb = Math.max(growthMb, now - least)
  }
  throw new Error('the upload has stopped')
}

interface Seen {
  readonly bytesIn: number
  readonly bytesAgain: number
  readonly sessions: number
  readonly videos: number
  /** True once Posthorn has reported that the post is published. */
  readonly shown: boolean
}

async function stateOf(of: Stage): Promise<Seen> {
  const { networks } = await read<{ networks: readonly State[] }>(of, 'state')
  const found = networks.find(({ id }) => id === 'youtube')
  if (!found) throw new Error('the sandbox has no YouTube')
  const { bytesIn, sessions, videos, app } = found
  const shown = videos > 0 && (await statusOf()) === 'published'
  return { bytesIn, sessions, videos, bytesAgain: app.bytesAgain, shown }
}

interface State {
  readonly id: string
  readonly bytesIn: number
  readonly sessions: number
  readonly videos: number
  readonly app: { readonly bytesAgain: number }
}

async function statusOf(): Promise<string> {
  const { status } = await publisher.call<{ status: string }>('GET', `/v1/posts/${postId}`)
  if (['failed', 'unknown'].includes(status)) throw new Error(`the post is ${status}`)
  return status
}

async function read<Answer>({ sandbox }: Stage, path: string): Promise<Answer> {
  return (await fetch(`${sandbox.url}/control/${path}`)).json() as Promise<Answer>
}
