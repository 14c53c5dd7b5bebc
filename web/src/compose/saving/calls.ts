import type { Result } from '@posthorn/sdk'
import { api } from '#web/app/api.ts'
import { randomKey } from '#web/lib/browser/random-key.ts'
import { now } from '#web/lib/clock.ts'
import type { Account, Draft } from '../draft/draft.ts'
import { type Fields, fieldsBetween, toFields } from '../draft/request.ts'
import { fromPost } from '../draft/stored.ts'
import type { Birth, KnownVersion } from './copies.ts'
import type { KeptCopy } from './kept-copy.ts'
import { isFinal } from './save-state.ts'

type Post = Result<'getPost'>

interface Written {
  readonly post: Post
  readonly etag: string
}

/** Runs a call and returns its post with the version of it. */
async function withVersion(
  call: (onAnswer: (answer: { readonly headers: Headers }) => void) => Promise<Post>,
): Promise<Written> {
  let etag = ''
  const post = await call(({ headers }) => {
    etag = headers.get('etag') ?? ''
  })
  return { post, etag }
}

/** The draft is what was sent, so that a field which the service writes in another way does not count as changed. */
export const knownVersionOf = ({ post, etag }: Written, draft: Draft): KnownVersion => ({
  id: post.id,
  etag,
  updatedAt: post.updatedAt,
  isDraft: post.status === 'draft',
  draft,
})

/** A draft may be open for longer than its time is ahead; the service takes no time in the past. */
const aheadOnly = (scheduledAt: string | null): string | null =>
  scheduledAt !== null && Date.parse(scheduledAt) > now() ? scheduledAt : null

/** Words the request that makes the post, once for all of its tries. */
function wordBirth(draft: Draft, accounts: readonly Account[]): Birth {
  const fields = toFields(draft, accounts)
  return { key: randomKey(), draft, fields: { ...fields, scheduledAt: aheadOnly(fields.scheduledAt) } }
}

/** Makes the post. A repeated call with the same key makes no second one. */
async function createDraft(profileId: string, { key, fields }: Birth): Promise<Written> {
  const post = await api.createPost({ ...fields, profileId, saveAsDraft: true }, { idempotencyKey: key })
  return await withVersion((onAnswer) => api.getPost({ id: post.id }, { onAnswer }))
}

/**
 * Makes the post of a copy. `keep` writes the copy with the request, and nothing is sent before: a tab that is closed in
 * between leaves either no post, or one that the same request finds again.
 */
export async function makePost(copy: KeptCopy, draft: Draft, accounts: readonly Account[], keep: () => Promise<void>) {
  const birth = copy.birth ?? wordBirth(draft, accounts)
  copy.noteBirth(birth)
  await keep()
  const written = await createDraft(copy.profileId, birth).catch((error: unknown) => {
    // A request that was refused made nothing; the next one may say something else.
    if (isFinal(error)) copy.noteBirth(null)
    throw error
  })
  copy.noteMade(written.post.id)
  return { ...written, draft: birth.draft }
}

/** Saves the fields that changed, unless the post is another than the one that they were changed in. */
export async function saveChanges(base: KnownVersion, draft: Draft, accounts: readonly Account[], more: Changes = {}) {
  const { scheduledAt, ...changes } = fieldsBetween(toFields(base.draft, accounts), toFields(draft, accounts))
  const time = scheduledAt === undefined ? {} : { scheduledAt: aheadOnly(scheduledAt) }
  const body = { id: base.id, ...(base.isDraft && { saveAsDraft: true }), ...changes, ...time, ...more }
  return await withVersion((onAnswer) => api.updatePost(body, { ifMatch: base.etag, onAnswer }))
}

/** The effects of a change beyond the fields of the draft. */
export interface Changes extends Partial<Pick<Fields, 'scheduledAt'>> {
  readonly saveAsDraft?: boolean
  readonly confirmWarnings?: string[]
}

/** Discards a draft that nobody said anything in. It can be brought back from the trash. */
export async function discardDraft(id: string): Promise<void> {
  await api.deletePost({ id })
}

/** Reads the post as it is now. */
export async function readPost(id: string, accounts: readonly Account[]): Promise<Written & { readonly draft: Draft }> {
  const written = await withVersion((onAnswer) => api.getPost({ id }, { onAnswer }))
  return { ...written, draft: fromPost(written.post, accounts) }
}
