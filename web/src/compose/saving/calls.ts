import type { Result } from '@posthorn/sdk'
import { api } from '#web/app/api.ts'
import { randomKey } from '#web/lib/browser/random-key.ts'
import { now } from '#web/lib/clock.ts'
import type { Account, Draft } from '../draft/draft.ts'
import { type Fields, fieldsBetween, toFields } from '../draft/request.ts'
import { fromPost } from '../draft/stored.ts'
import type { Birth, KnownVersion } from './copies.ts'
import { isFinal } from './save-state.ts'
import type { StoredCopy } from './stored-copy.ts'

type Post = Result<'getPost'>

interface Written {
  readonly post: Post
  readonly etag: string
}

/** Runs a call and returns its post with its version. */
async function withVersion(
  call: (onAnswer: (answer: { readonly headers: Headers }) => void) => Promise<Post>,
): Promise<Written> {
  let etag = ''
  const post = await call(({ headers }) => {
    etag = headers.get('etag') ?? ''
  })
  return { post, etag }
}

/** The draft is what was sent, so that a field which the service normalizes does not count as changed. */
export const knownVersionOf = ({ post, etag }: Written, draft: Draft): KnownVersion => ({
  id: post.id,
  etag,
  updatedAt: post.updatedAt,
  isDraft: post.status === 'draft',
  draft,
})

/** A draft may stay open past its scheduled time, and the service does not accept a time in the past. */
const aheadOnly = (scheduledAt: string | null): string | null =>
  scheduledAt !== null && Date.parse(scheduledAt) > now() ? scheduledAt : null

/** Builds the request that creates the post, once for all attempts. */
function wordBirth(draft: Draft, accounts: readonly Account[]): Birth {
  const fields = toFields(draft, accounts)
  return { key: randomKey(), draft, fields: { ...fields, scheduledAt: aheadOnly(fields.scheduledAt) } }
}

/** Creates the post. Repeating the call with the same key does not create another. */
async function createDraft(profileId: string, { key, fields }: Birth): Promise<Written> {
  const post = await api.createPost({ ...fields, profileId, saveAsDraft: true }, { idempotencyKey: key })
  return await withVersion((onAnswer) => api.getPost({ id: post.id }, { onAnswer }))
}

/**
 * Creates the post of a copy. `keep` stores the copy together with the request before anything is sent. If the tab is
 * closed in between, there is either no post, or one that the same request finds again.
 */
export async function makePost(
  copy: StoredCopy,
  draft: Draft,
  accounts: readonly Account[],
  keep: () => Promise<void>,
) {
  const birth = copy.birth ?? wordBirth(draft, accounts)
  copy.noteBirth(birth)
  await keep()
  const written = await createDraft(copy.profileId, birth).catch((error: unknown) => {
    // A refused request created nothing, and the next one may differ.
    if (isFinal(error)) copy.noteBirth(null)
    throw error
  })
  copy.noteMade(written.post.id)
  return { ...written, draft: birth.draft }
}

/** Saves the changed fields, unless the post has changed since the base version. */
export async function saveChanges(base: KnownVersion, draft: Draft, accounts: readonly Account[], more: Changes = {}) {
  const { scheduledAt, ...changes } = fieldsBetween(toFields(base.draft, accounts), toFields(draft, accounts))
  const time = scheduledAt === undefined ? {} : { scheduledAt: aheadOnly(scheduledAt) }
  const body = { id: base.id, ...(base.isDraft && { saveAsDraft: true }), ...changes, ...time, ...more }
  return await withVersion((onAnswer) => api.updatePost(body, { ifMatch: base.etag, onAnswer }))
}

/** The effects of a change other than the fields of the draft. */
export interface Changes extends Partial<Pick<Fields, 'scheduledAt'>> {
  readonly saveAsDraft?: boolean
  readonly confirmWarnings?: string[]
}

/** Discards an empty draft. It can be restored from the trash. */
export async function discardDraft(id: string): Promise<void> {
  await api.deletePost({ id })
}

/** Reads the current post. */
export async function readPost(id: string, accounts: readonly Account[]): Promise<Written & { readonly draft: Draft }> {
  const written = await withVersion((onAnswer) => api.getPost({ id }, { onAnswer }))
  return { ...written, draft: fromPost(written.post, accounts) }
}
