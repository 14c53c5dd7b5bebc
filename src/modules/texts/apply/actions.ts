import type { Caller } from '#kernel/caller.ts'
import { mostFaults, refuse, refuseInput } from '#kernel/errors.ts'
import type { SavedTextId } from '#kernel/ids.ts'
import { instantOf } from '#kernel/local-time.ts'
import { publishingProfileFor } from '#modules/accounts/index.ts'
import { createPostBody, type NewPost } from '#modules/posts/index.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import { textFor } from '../actions.ts'
import type { TextDeps } from '../deps.ts'
import type { ApplyBody } from '../schema.ts'
import { countUse } from '../store.ts'
import { applyText } from './apply-text.ts'

/** Puts a saved text into a post, and counts the use. The post is returned, not stored. */
export async function applySaved(deps: TextDeps, caller: Caller, id: SavedTextId, body: ApplyBody) {
  const { db, clock, connectors } = deps
  const { text } = await textFor(db, caller, id, 'write')
  const read = readPost(body.post)
  if (read.profileId !== text.profileId) {
    refuseInput({
      path: '/post/profileId',
      code: 'invalid_value',
      message: 'must be the profile of the saved text',
    })
  }
  const profile = await publishingProfileFor(db, caller, text.profileId, 'write')
  const timezone = read.timezone ?? profile.timezone ?? 'UTC'
  const applied = applyText(text, body.post, {
    read,
    accounts: profile.accounts,
    at: timeOf(read, timezone, clock.now()),
    timezone,
    limitsOf: (network) => connectors[network]?.limits,
    place: body.at ?? null,
    shorten: body.shorten,
  })
  await countUse(db, id, clock.now())
  return applied
}

/** Reads the post as creating it would. */
function readPost(post: Readonly<Record<string, unknown>>): NewPost {
  const parsed = createPostBody.safeParse(post, { reportInput: true })
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap((issue) => faultsOf(issue, '/post')).slice(0, mostFaults)
  return refuse('validation_failed', { errors })
}

/** Returns when the post is published. Null for a draft without a time. */
function timeOf({ scheduledAt, saveAsDraft }: NewPost, timezone: string, now: Date): Date | null {
  if (!scheduledAt) return saveAsDraft ? null : now
  return 'at' in scheduledAt ? scheduledAt.at : instantOf(scheduledAt.wall, timezone)
}
