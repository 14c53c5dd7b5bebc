import type { LedgerEntry } from '../../../core/control/ledger.ts'
import { failureOf } from '../media/files.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Job, Post, PostSettings } from '../state/records.ts'

/**
 * Creates a job. A job starts at the init: its files arrive, are inspected, and are published or put in the owner's
 * inbox.
 */
export function beginJob(
  platform: Platform,
  of: Pick<Job, 'grant' | 'kind' | 'requested' | 'source'> & { readonly slowerMs: number },
): Job {
  const { person } = of.grant
  const id = `${of.requested === null ? 'v_inbox' : of.kind === 'photo' ? 'p_pub' : 'v_pub'}_${of.source}~v2-1.${platform.nextId()}`
  const job: Job = {
    ...of,
    id,
    person,
    atMs: platform.world.clock.ms(),
    state: of.source === 'file' ? 'uploading' : 'downloading',
    failReason: null,
    files: [],
    uploadedBytes: 0,
    downloadedBytes: 0,
    post: null,
  }
  platform.jobs.set(id, job)
  person.jobs.push(job)
  return job
}

export const isOpen = ({ state }: Job): boolean => state === 'uploading' || state === 'downloading'

export function fail(job: Job, reason: string): void {
  if (!isOpen(job) && job.state !== 'in_inbox') return
  job.state = 'failed'
  job.failReason = reason
}

/** Records that all files have arrived and schedules the end of processing. */
export function arrive(platform: Platform, job: Job, files: readonly File[], readyAtMs: number): void {
  if (!isOpen(job)) return
  job.files = files
  platform.due.add(readyAtMs, `The ${job.kind} of ${job.person.name} is processed.`, () =>
    settle(platform, job, readyAtMs),
  )
  platform.due.until(platform.world.clock.ms())
}

function settle(platform: Platform, job: Job, atMs: number): void {
  if (!isOpen(job)) return
  const { person } = job
  const reason = person.failsNext ?? failureOf(platform, job)
  person.failsNext = null
  if (reason !== null) fail(job, reason)
  else if (job.requested === null) job.state = 'in_inbox'
  else publish(platform, job, job.requested, atMs)
}

export function publish(platform: Platform, job: Job, requested: PostSettings, dueMs: number): Post {
  const { person, kind, files } = job
  // Lists are ordered by time, so each post needs a unique time.
  const atMs = Math.max(dueMs, (person.posts.at(-1)?.atMs ?? 0) + 1)
  const isPublic = requested.privacy === 'PUBLIC_TO_EVERYONE'
  const post: Post = {
    id: platform.nextId(),
    number: person.posts.length + 1,
    person,
    job,
    kind,
    requested,
    files,
    atMs,
    publicAtMs: isPublic ? atMs + platform.rules.moderationMs : null,
    deleted: false,
  }
  job.state = 'published'
  job.post = post
  platform.posts.set(post.id, post)
  person.posts.push(post)
  record(platform, post, 'post')
  return post
}

export function unpublish(platform: Platform, post: Post): void {
  post.deleted = true
  record(platform, post, 'delete')
}

export const isPublic = ({ world }: Platform, { publicAtMs, deleted }: Post): boolean =>
  !deleted && publicAtMs !== null && publicAtMs <= world.clock.ms()

export const textOf = ({ requested }: Post): string =>
  [requested.title, requested.description].filter(Boolean).join('\n')

function record({ world }: Platform, post: Post, kind: LedgerEntry['kind']): void {
  world.ledger.add({
    id: post.id,
    network: 'tiktok',
    account: post.person.name,
    kind,
    text: textOf(post),
    media: post.files.map(({ kind: what, mime, bytes, sha256, url }) => ({
      kind: what,
      mime,
      bytes,
      sha256,
      alt: '',
      url,
    })),
    key: post.job.id,
    replyTo: null,
  })
}
