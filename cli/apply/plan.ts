import type { Client, Input } from '#sdk/index.ts'
import type { Post } from '../posts/show-post.ts'
import { type Field, type Fields, hashField, readFields } from './fields.ts'
import { type Wish, writeFields } from './wish.ts'

/** The metadata keys that mark a post as created from a file. */
export const marks = { set: 'posthorn.set', key: 'posthorn.key', applied: 'posthorn.applied' } as const

/**
 * The state of a file and its post:
 * - `create`: the post does not exist yet.
 * - `change`: the file has changed.
 * - `drift`: the post was changed elsewhere.
 * - `deleted`: the post was deleted elsewhere.
 * - `gone`: the file no longer exists, and the post is not published yet.
 * - `out`: publishing has started, so the post is not changed.
 */
export type State = 'create' | 'change' | 'drift' | 'deleted' | 'gone' | 'out' | 'unchanged'

export interface FieldChange {
  readonly field: Field
  readonly from: string
  readonly to: string
}

export interface PlanItem {
  readonly state: State
  readonly key: string
  /** Null if the file no longer exists. */
  readonly desired: Wish | null
  /** Null if the post does not exist yet. */
  readonly post: Post | null
  /** Fields that changed in the file. */
  readonly changes: readonly FieldChange[]
  /** Fields that were changed elsewhere, from the file's value to the post's. */
  readonly drift: readonly FieldChange[]
  /** Reasons why the API would reject the post. */
  readonly problems: readonly string[]
  /** The posting time that the post would get now. */
  readonly slotAt?: string | undefined
}

/** Compares files and posts without changing anything. */
export async function makePlan(
  api: Client,
  set: string,
  requests: readonly Wish[],
  profileIds: readonly string[],
): Promise<PlanItem[]> {
  const there: Post[] = []
  const deleted: Post[] = []
  for (const profileId of profileIds) {
    there.push(
      ...(await Array.fromAsync(api.each.listPosts({ profileId, metadata: { [marks.set]: set }, limit: 100 }))),
    )
    deleted.push(...(await api.listTrash({ profileId })).filter(({ metadata }) => metadata[marks.set] === set))
  }
  const posts = pickOwned(there)
  const trash = pickOwned(deleted)
  const items: PlanItem[] = []
  const taken = new Taken(api)
  for (const desired of requests) {
    const name = nameOf(desired.profileId, desired.post.head.key)
    const item = compare(desired, posts.get(name) ?? null, trash.get(name) ?? null)
    const isToCheck =
      ['create', 'change'].includes(item.state) && !desired.content.isDraft && desired.missing.size === 0
    items.push(isToCheck ? { ...item, ...(await foresee(api, desired, taken)) } : item)
  }
  const kept = new Set(requests.map(({ profileId, post }) => nameOf(profileId, post.head.key)))
  for (const [name, post] of posts) {
    const key = post.metadata[marks.key] ?? ''
    if (!kept.has(name) && isWaiting(post))
      items.push({ state: 'gone', key, desired: null, post, changes: [], drift: [], problems: [] })
  }
  return items
}

/** Includes the profile, because a file that is moved to another profile defines a new post. */
const nameOf = (profileId: string, key: string): string => `${profileId} ${key}`

/** Returns the posts created from files, by profile and key. Ignores copies, which have the same metadata. */
function pickOwned(posts: readonly Post[]): Map<string, Post> {
  const owned = new Map<string, Post>()
  const isCopy = (post: Post) =>
    (post.duplicatedFromId ?? post.recycledFromId ?? post.recurringRuleId ?? post.parentId) !== null
  const oldestFirst = [...posts].sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  for (const post of oldestFirst) {
    const key = post.metadata[marks.key]
    if (key === undefined || isCopy(post)) continue
    const name = nameOf(post.profileId, key)
    if (!owned.has(name)) owned.set(name, post)
  }
  return owned
}

export const isWaiting = ({ status }: Post): boolean => status === 'draft' || status === 'scheduled'

function compare(desired: Wish, post: Post | null, deleted: Post | null): PlanItem {
  const base = { key: desired.post.head.key, desired, changes: [], drift: [], problems: [] }
  if (!post) return { ...base, post: deleted, state: deleted ? 'deleted' : 'create' }
  if (!isWaiting(post)) return { ...base, post, state: 'out' }
  const applied = readApplied(post)
  const present = readFields(post)
  const changes: FieldChange[] = []
  const drift: FieldChange[] = []
  for (const field of Object.keys(desired.fields) as Field[]) {
    const [from, to] = [present[field], desired.fields[field]]
    if (from === to) continue
    // The post is unchanged since it was last applied, so the file has changed.
    if (applied[field] === hashField(from)) changes.push({ field, from, to })
    else drift.push({ field, from: to, to: from })
  }
  const state = changes.length > 0 ? 'change' : drift.length > 0 ? 'drift' : 'unchanged'
  return { ...base, post, state, changes, drift }
}

/** Returns the hash of each field as last applied. */
export function readApplied({ metadata }: Post): Partial<Fields> {
  try {
    // Files had no mentions in earlier versions.
    return { mentions: hashField(''), ...JSON.parse(metadata[marks.applied] ?? '{}') }
  } catch {
    return {}
  }
}

/** The longest time that `listSlots` covers. */
const longestSpanMs = 92 * 86_400_000

/** The times that the posts of the plan would get, which the service doesn’t know yet. */
class Taken {
  readonly #api: Client
  readonly #times = new Map<string, Set<string>>()

  constructor(api: Client) {
    this.#api = api
  }

  /** Takes the first time of a slot plan that no earlier file takes. Undefined if the service lists none. */
  async take(planId: string, first: string): Promise<string | undefined> {
    const times = this.#times.get(planId) ?? new Set()
    this.#times.set(planId, times)
    const at = times.has(first) ? (await this.#listFree(planId, first)).find((one) => !times.has(one)) : first
    if (at !== undefined) times.add(at)
    return at
  }

  async #listFree(id: string, from: string): Promise<string[]> {
    const to = new Date(Date.parse(from) + longestSpanMs).toISOString()
    const { slots } = await this.#api.listSlots({ id, from, to })
    return slots.flatMap(({ at, postId }) => (postId === null ? at : []))
  }
}

/** Asks the service what it would say of the post, and at which posting time it would be published. */
async function foresee(
  api: Client,
  desired: Wish,
  taken: Taken,
): Promise<Required<Pick<PlanItem, 'problems' | 'slotAt'>>> {
  const { confirm } = desired.post.head
  const body = Object.assign(
    { profileId: desired.profileId },
    ...Object.values(writeFields(desired)),
  ) as Input<'validatePost'>
  const { errors, warnings, slot } = await api.validatePost(
    confirm === undefined ? body : { ...body, confirmWarnings: confirm },
  )
  const problems = [
    ...errors.map(({ network, path, message }) => `${network ?? path ?? 'post'}: ${message}`),
    ...warnings.map(
      ({ network, path, message, code }) =>
        `${network ?? path ?? 'post'}: ${message} To accept it, add confirm: [${code}].`,
    ),
  ]
  return { problems, slotAt: slot ? await taken.take(slot.planId, slot.at) : undefined }
}
