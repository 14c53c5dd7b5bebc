import { setTimeout as sleep } from 'node:timers/promises'
import type { Connected } from '../../posts/people.ts'
import type { Network } from '../../posts/publisher.ts'
import type { Api, Told } from './api.ts'
import type { Luck } from './luck.ts'
import { commentOf, type Subject, textOf } from './subject.ts'

interface UsersPlan {
  readonly api: Api
  readonly luck: Luck
  readonly run: string
  readonly posts: number
  /** The time over which the posts are written. */
  readonly spreadMs: number
  /** The accounts of each profile, one for each network. */
  readonly profiles: readonly (readonly Connected[])[]
  onWritten(subject: Subject): void
}

type Whim = 'none' | 'edit' | 'edit twice' | 'cancel' | 'remove' | 'edit and cancel'
const whims: readonly Whim[] = [
  ...(['none', 'none', 'none', 'none', 'none', 'edit', 'edit', 'edit twice'] as const),
  ...(['cancel', 'cancel', 'remove', 'edit and cancel'] as const),
]

/** TikTok accepts 15 posts a day for one account, and this bench is about failures, not about waits. */
const tiktokMost = 7
const commenting: ReadonlySet<Network> = new Set(['bluesky', 'mastodon', 'facebook', 'linkedin', 'x', 'threads'])

/** Simulates users who write posts and change them, independently, while everything around them breaks. */
export async function actAsUsers(plan: UsersPlan): Promise<Subject[]> {
  const { luck, posts, spreadMs } = plan
  const onTiktok = new Map<string, number>()
  const subjects: Subject[] = []
  const one = async (no: number): Promise<void> => {
    // Drawn before the first wait, so that a seed draws the same posts each time.
    const accounts = pick(luck, plan.profiles, onTiktok)
    const [startMs, dueMs, actMs] = [luck.between(0, spreadMs), luck.between(0, 6_000), luck.between(0, 9_000)]
    const draws = { isNow: luck.happens(0.25), whim: luck.oneOf(whims), hasComment: luck.happens(0.25) }
    await sleep(startMs)
    const subject = await write(plan, no, accounts, { ...draws, dueMs })
    subjects.push(subject)
    plan.onWritten(subject)
    await sleep(actMs)
    await indulge(plan, subject, draws.whim)
  }
  await Promise.all(Array.from({ length: posts }, (_, no) => one(no)))
  return subjects
}

function pick(luck: Luck, profiles: UsersPlan['profiles'], onTiktok: Map<string, number>): Connected[] {
  return luck.some(luck.oneOf(profiles), luck.whole(1, 3)).filter(({ id, network }, _, all) => {
    if (network !== 'tiktok') return true
    const sofar = onTiktok.get(id) ?? 0
    if (sofar >= tiktokMost && all.length > 1) return false
    onTiktok.set(id, sofar + 1)
    return true
  })
}

interface Draws {
  readonly isNow: boolean
  readonly hasComment: boolean
  readonly dueMs: number
}

async function write(
  { api, run }: UsersPlan,
  no: number,
  targets: readonly Connected[],
  draws: Draws,
): Promise<Subject> {
  const [first] = targets
  const picture = targets.find((one) => one.file !== null)?.file ?? null
  const mayComment = draws.hasComment && targets.every(({ network }) => commenting.has(network))
  const post = {
    profileId: first?.wire.profileId,
    content: textOf(run, no, 0),
    platforms: targets.map(({ network }) => network),
    media: picture ? [{ storagePath: picture.storagePath, altText: 'A harbour' }] : [],
    settings: Object.fromEntries(
      targets.flatMap(({ network, chosen }) => (Object.keys(chosen).length > 0 ? [[network, chosen]] : [])),
    ),
    ...(mayComment ? { firstComment: commentOf(run, no) } : {}),
    ...(targets.some(({ network }) => network === 'pinterest') ? { title: `Harbour ${no}` } : {}),
    confirmWarnings: true,
  }
  const ask = (more: object) => api.ask<{ id: string; code?: string }>('POST', '/v1/posts', { ...post, ...more })
  const requested = await ask(draws.isNow ? {} : { scheduledAt: new Date(Date.now() + draws.dueMs).toISOString() })
  // The scheduled time passed before a response arrived, so the post is published immediately.
  const response = requested.status === 400 && requested.body.code === 'validation_failed' ? await ask({}) : requested
  demand(response, [200, 201])
  return { no, id: response.body.id, targets, versions: [0], withdrawnAt: null, saidFailed: [] }
}

async function indulge(plan: UsersPlan, subject: Subject, whim: Whim): Promise<void> {
  switch (whim) {
    case 'none':
      return
    case 'edit':
      return edit(plan, subject, 1)
    case 'edit twice':
      await edit(plan, subject, 1)
      return edit(plan, subject, 2)
    case 'cancel':
      return withdraw(plan, subject, 'DELETE', `/v1/queue/cancel/${subject.id}`)
    case 'remove':
      return withdraw(plan, subject, 'DELETE', `/v1/posts/${subject.id}`)
    case 'edit and cancel':
      await edit(plan, subject, 1)
      return withdraw(plan, subject, 'DELETE', `/v1/queue/cancel/${subject.id}`)
    default:
      return whim satisfies never
  }
}

async function edit({ api, run }: UsersPlan, subject: Subject, version: number): Promise<void> {
  const content = textOf(run, subject.no, version)
  const response = await api.ask('PATCH', `/v1/posts/${subject.id}`, { content, confirmWarnings: true })
  demand(response, [200, 409])
  if (response.status === 200) subject.versions = [version]
  // An attempt whose response was lost may have made the change.
  else if (response.unanswered > 0) subject.versions.push(version)
}

async function withdraw({ api }: UsersPlan, subject: Subject, method: string, path: string): Promise<void> {
  const response = await api.ask(method, path)
  demand(response, [200])
  subject.withdrawnAt = response.at
}

function demand({ status, body }: Told<unknown>, known: readonly number[]): void {
  if (!known.includes(status)) throw new Error(`unexpected response: ${status} ${JSON.stringify(body)}`)
}
