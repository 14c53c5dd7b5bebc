import type { AccountId } from '#kernel/ids.ts'
import { toWire } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import { shorten } from '#kernel/text/shorten.ts'
import type { ChangedPost } from '../actions/change-posts.ts'
import type { PostMedia } from '../content.ts'
import type { PostRow } from '../store/posts.ts'
import type { NewTargetRow } from '../store/targets.ts'
import type { changedFields } from './schema.ts'

type Value = string | string[] | null

export interface EditedField {
  readonly field: (typeof changedFields)[number]
  readonly accountId?: AccountId
  readonly part?: number
  readonly from: Value
  readonly to: Value
}

const changesMax = 30
/** The length of a text up to which it is shown in full, and of what is shown of a longer one. */
const shownMax = 400
/** The text before the first difference, for its context. */
const leadIn = 80

/** Lists the parts of a post that differ, with both values. Pure. */
export function describeChanges({ seen, known, post, targets }: ChangedPost): EditedField[] {
  const [before, after] = [listParts(seen, known), listParts(post, targets)]
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys
    .flatMap((key): EditedField[] => {
      const [from, to] = [before.get(key), after.get(key)]
      const place = to ?? from
      const [old, now] = [from?.value ?? null, to?.value ?? null]
      if (!place || canonical(old) === canonical(now)) return []
      const { value: _, ...rest } = place
      return [{ ...rest, ...excerpt(old, now) }]
    })
    .slice(0, changesMax)
}

interface Part extends Omit<EditedField, 'from' | 'to'> {
  readonly value: Value
}

function listParts(post: PostRow, targets: readonly NewTargetRow[]): ReadonlyMap<string, Part> {
  const parts: Part[] = [
    { field: 'scheduledAt', value: post.scheduledAt?.toISOString() ?? null },
    { field: 'labels', value: [...post.tags] },
    {
      field: 'accounts',
      value: targets.map(({ accountId, network }) => (accountId ? toWire('acc', accountId) : network)),
    },
    ...(['content', 'title', 'firstComment', 'link'] as const).map((field) => ({ field, value: post[field] })),
    ...listAltTexts(post.media),
    ...post.thread.map(({ content }, part) => ({ field: 'thread' as const, part, value: content })),
    ...post.thread.flatMap(({ media }, reply) => listAltTexts(media).map((one) => ({ ...one, part: reply }))),
    ...targets.flatMap(({ accountId, overrides }) => {
      if (accountId === null) return []
      const own = (['content', 'title', 'firstComment', 'link'] as const).flatMap((field): Part[] =>
        overrides[field] === undefined ? [] : [{ field, accountId, value: overrides[field] ?? null }],
      )
      return [...own, ...listAltTexts(overrides.media ?? []).map((one) => ({ ...one, accountId }))]
    }),
  ]
  const named = new Map<string, Part>()
  for (const part of parts) {
    let nth = 0
    const key = () => `${part.field} ${part.accountId ?? ''} ${part.part ?? ''} ${nth}`
    while (named.has(key())) nth += 1
    named.set(key(), part)
  }
  return named
}

const listAltTexts = (media: readonly PostMedia[]): Part[] =>
  media.map(({ altText = null }, part) => ({ field: 'altText', part, value: altText }))

/** Shortens two long texts to what is around their first difference. */
function excerpt(from: Value, to: Value): { readonly from: Value; readonly to: Value } {
  if (typeof from !== 'string' || typeof to !== 'string') return { from: cut(from, 0), to: cut(to, 0) }
  let same = 0
  while (same < from.length && same < to.length && from[same] === to[same]) same += 1
  const start = Math.max(0, same - leadIn)
  return { from: cut(from, start), to: cut(to, start) }
}

function cut<Text extends Value>(text: Text, start: number): Text | string {
  if (typeof text !== 'string') return text
  return `${start > 0 ? '…' : ''}${shorten(text.slice(start), shownMax)}`.toWellFormed()
}
