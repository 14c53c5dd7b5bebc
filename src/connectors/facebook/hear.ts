import { z } from 'zod'
import type { Hear, Heard } from '#connectors/connector.ts'
import { challenge, isSigned } from '#connectors/meta/hub.ts'
import { id, postId } from './api/graph.ts'
import { neededScopes } from './auth/auth.ts'

/**
 * Reads Facebook's webhooks: a person has revoked a permission, or the state of a post has changed. A webhook only
 * wakes the engine and decides nothing, so unreadable entries are skipped one by one: up to a thousand may arrive in
 * one body.
 */
export const hear: Hear = { challenge, isSigned, read }

const body = z.object({ object: z.string(), entry: z.array(z.unknown()) })
const entry = z.object({ id: z.string().optional(), uid: z.string().optional(), changes: z.array(z.unknown()) })
const taken = z.object({ field: z.string(), value: z.object({ verb: z.string() }) })
const feed = z.object({
  field: z.literal('feed'),
  value: z.object({
    verb: z.literal('add'),
    post_id: postId.optional(),
    video_id: id.optional(),
    comment_id: z.string().optional(),
    reaction_type: z.string().optional(),
  }),
})

function read(raw: Buffer): readonly Heard[] {
  const told = body.safeParse(jsonOf(raw)).data
  if (!told) return []
  return told.entry.flatMap((one) => {
    const parsed = entry.safeParse(one).data
    if (!parsed) return []
    return told.object === 'page' ? newsOf(parsed) : told.object === 'permissions' ? revokedOf(parsed) : []
  })
}

/** Skips the activity of others below a post, and changes of an old one. */
function newsOf({ changes }: z.infer<typeof entry>): Heard[] {
  return changes.flatMap((change) => {
    const { value } = feed.safeParse(change).data ?? {}
    if (!value || value.comment_id !== undefined || value.reaction_type !== undefined) return []
    const handles = new Set([value.video_id, value.post_id].filter((one) => one !== undefined))
    return [...handles].map((handle) => ({ is: 'news', handle }) as const)
  })
}

/** Fields that end publishing when they are revoked: the whole consent, or a needed scope. */
const essential: ReadonlySet<string> = new Set(['connected', ...neededScopes])

function revokedOf({ id: of, uid, changes }: z.infer<typeof entry>): Heard[] {
  const principal = uid ?? of
  const isTaken = changes.some((change) => {
    const told = taken.safeParse(change).data
    return told?.value.verb === 'revoked' && essential.has(told.field)
  })
  return principal !== undefined && isTaken ? [{ is: 'revoked', principal }] : []
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
