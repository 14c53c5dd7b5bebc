import { mostFaults, refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { canonical } from '#kernel/json.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import { listPostMedia, type PostMedia } from '../content.ts'
import { type PostPatch, updatePostBody } from '../schema/requests.ts'
import type { PostRow } from '../store/posts.ts'
import type { TargetRow } from '../store/targets.ts'

/** The fields of a post that an edit of many posts can change. */
export const editableFields = [
  'content',
  'title',
  'firstComment',
  'link',
  'thread',
  'media',
  'tags',
  'scheduledAt',
] as const satisfies readonly (keyof PostRow)[]

export type EditablePost = Pick<PostRow, (typeof editableFields)[number]>
export type EditableTarget = Pick<TargetRow, 'network' | 'accountId' | 'overrides'>

/** A change of a post as a client would send it. */
export type WirePatch = Readonly<Record<string, unknown>>

/** Reads a change as PATCH does, with the same errors. */
export function readPatch(patch: WirePatch): PostPatch {
  const parsed = updatePostBody.safeParse(patch, { reportInput: true })
  if (parsed.success) return parsed.data
  return refuse('validation_failed', {
    errors: parsed.error.issues.flatMap((issue) => faultsOf(issue)).slice(0, mostFaults),
  })
}

interface EditableState {
  readonly post: EditablePost
  readonly targets: readonly EditableTarget[]
}

/** Writes the change that turns one state of a post into another. Empty if nothing differs. */
export function writeChange(from: EditableState, to: EditableState): WirePatch {
  const fields = editableFields.filter((field) => differ(from.post[field], to.post[field]))
  const isRetargeted = differ(from.targets.map(bare), to.targets.map(bare))
  return { ...writeFields(to.post, fields), ...(isRetargeted ? { platforms: writePlatforms(to.targets) } : {}) }
}

const bare = ({ network, accountId, overrides }: EditableTarget) => ({ network, accountId, overrides })

const differ = (one: unknown, other: unknown): boolean =>
  canonical(JSON.parse(JSON.stringify(one))) !== canonical(JSON.parse(JSON.stringify(other)))

/** Writes fields of a post as a client would send them. */
const writeFields = (post: EditablePost, fields: readonly (keyof EditablePost)[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, writers[field]?.(post) ?? post[field]]))

const writers: Readonly<Partial<Record<keyof EditablePost, (post: EditablePost) => unknown>>> = {
  media: ({ media }) => media.map(writeFile),
  thread: ({ thread }) => thread.map(({ content, media }) => ({ content, media: media.map(writeFile) })),
  tags: ({ tags }) => [...tags],
  scheduledAt: ({ scheduledAt }) => scheduledAt?.toISOString() ?? null,
}

const writeFile = ({ mediaId: _, thumbnailId: __, storagePath, url, ...rest }: PostMedia) =>
  omitUndefined({ ...rest, storagePath, url: storagePath === undefined ? url : undefined })

/** Writes the targets of a post as the list of platforms that a client would send. */
const writePlatforms = (targets: readonly EditableTarget[]): unknown[] =>
  targets.map(({ network, accountId, overrides: { media, ...own } }) =>
    omitUndefined({
      platform: network,
      accountId: accountId === null ? undefined : toWire('acc', accountId),
      ...own,
      media: media?.map(writeFile),
    }),
  )

/** The length of all texts together that are read within a transaction. */
export const briefMax = 5_000

/** True if a change has no files, and leaves only short texts to check. */
export function isBrief(patch: PostPatch, post: EditablePost, targets: readonly EditableTarget[]): boolean {
  const { content = post.content, media, thread, platforms } = patch
  if (media || thread || platforms || post.thread.length > 0) return false
  if (listPostMedia(post, targets).some(({ mediaId }) => mediaId === null)) return false
  const own = targets.reduce((sum, { overrides }) => sum + (overrides.content?.length ?? 0), 0)
  return content.length + own <= briefMax
}
