import { createHash } from 'node:crypto'
import { type Client, type Input, PosthornError } from '#sdk/index.ts'
import type { Run } from '../client-command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { uploadFile } from '../media/upload-file.ts'
import type { Post } from '../posts/show-post.ts'
import type { applyRow } from '../rows/files.ts'
import { type Field, type Fields, hashField, printFields, readFields } from './fields.ts'
import { isWaiting, marks, type PlanItem, readApplied } from './plan.ts'
import { tagOf, type Wish, writeFields } from './wish.ts'

type ApplyRun = Pick<Run<typeof applyRow>, 'api' | 'installation' | 'flash' | 'flags'>

/** True if this item of the plan will be carried out. */
export const isToDo = (
  { state, drift }: PlanItem,
  { force, prune }: { readonly force?: boolean; readonly prune?: boolean },
): boolean =>
  state === 'create' ||
  state === 'change' ||
  (force === true && (state === 'deleted' || drift.length > 0)) ||
  (prune === true && state === 'gone')

/** Carries out one item of the plan. Returns the ID of its post. */
export async function carryOut(run: ApplyRun, set: string, item: PlanItem): Promise<string> {
  const { api, flags } = run
  if (item.state === 'gone' && item.post) return (await api.deletePost({ id: item.post.id })).id
  if (!item.desired) throw new Error(`${item.key} has neither a file nor a post`)
  const desired = await withUploads(run, item.desired)
  if (!item.post) return await create(api, set, desired)
  if (item.state === 'deleted') await api.restorePost({ id: item.post.id })
  return await change(api, item.post, desired, flags.force === true)
}

/** Uploads the files of a post, each once: the next run finds a file in the library by its digest. */
async function withUploads(run: ApplyRun, desired: Wish): Promise<Wish> {
  if (desired.missing.size === 0) return desired
  const paths = new Map<string, string>()
  for (const [name, { path, digest }] of desired.missing) {
    const { media } = await run.api.listMedia({ profileId: desired.profileId, tag: tagOf(digest), limit: 1 })
    const file = media[0] ?? (await uploadFile(run, { file: path, profileId: desired.profileId, altText: undefined }))
    if (!media[0]) await run.api.updateMedia({ id: file.id, tags: [tagOf(digest)] })
    paths.set(name, file.storagePath)
  }
  const content = {
    ...desired.content,
    media: desired.content.media.map((one) => ({ ...one, storagePath: paths.get(one.storagePath) ?? one.storagePath })),
  }
  return { ...desired, content, fields: printFields(content), missing: new Map() }
}

async function create(api: Client, set: string, desired: Wish): Promise<string> {
  const { key, confirm } = desired.post.head
  const body = Object.assign({ profileId: desired.profileId }, ...Object.values(writeFields(desired)), {
    ...(confirm === undefined ? {} : { confirmWarnings: confirm }),
    metadata: { [marks.set]: set, [marks.key]: key, [marks.applied]: printApplied(desired.fields) },
  }) as Input<'createPost'>
  return await createUnlessThere(api, body, [desired.profileId, set, key])
}

/**
 * Creates a post. Two concurrent runs, or a run whose response was lost, create one post, because the idempotency key
 * is derived from the file. The service repeats a response for a day, even if that post has been permanently deleted
 * since. The next key then includes the previous response, so that it is again the same for all runs.
 */
async function createUnlessThere(api: Client, body: Input<'createPost'>, names: readonly string[]): Promise<string> {
  const idempotencyKey = `apply:${digestOf(names)}`
  let isRepeated = false
  const onAnswer = ({ headers }: { readonly headers: Headers }) => {
    isRepeated = headers.has('idempotency-replayed')
  }
  try {
    const { id } = await api.createPost(body, { idempotencyKey, onAnswer })
    return isRepeated && (await isGone(api, id)) ? await createUnlessThere(api, body, [...names, id]) : id
  } catch (error) {
    const content = digestOf([JSON.stringify(body)])
    if (!isRefusedAs(error, 'idempotency_key_reused') || names.includes(content)) throw error
    // The key was used with different content: for a post that no longer exists, or by a concurrent run with other
    // files.
    if (await isThere(api, body)) throw error
    return await createUnlessThere(api, body, [...names, content])
  }
}

async function isThere(api: Client, { profileId, metadata = {} }: Input<'createPost'>): Promise<boolean> {
  const { [marks.set]: set = '', [marks.key]: key = '' } = metadata
  const requested = { profileId, metadata: { [marks.set]: set, [marks.key]: key }, limit: 1 }
  return (await api.listPosts(requested)).posts.length > 0
}

async function isGone(api: Client, id: string): Promise<boolean> {
  try {
    await api.getPost({ id })
    return false
  } catch (error) {
    if (isRefusedAs(error, 'post_not_found')) return true
    throw error
  }
}

const digestOf = (names: readonly string[]): string => createHash('sha256').update(JSON.stringify(names)).digest('hex')

const isRefusedAs = (error: unknown, code: string): boolean => error instanceof PosthornError && error.code === code

/** Updates the fields that changed in the file. Changes made elsewhere are kept, unless forced. */
async function change(api: Client, planned: Post, desired: Wish, isForced: boolean): Promise<string> {
  let etag: string | null = null
  const post = await api.getPost(
    { id: planned.id },
    {
      onAnswer: ({ headers }) => {
        etag = headers.get('etag')
      },
    },
  )
  if (!isWaiting(post))
    throw new CommandFailure('refused', `${post.id} has started publishing since the plan was made.`)
  const present = readFields(post)
  const applied = readApplied(post)
  const mayWrite = (field: Field) => isForced || applied[field] === hashField(present[field])
  const fields = (Object.keys(desired.fields) as Field[]).filter(
    (field) => present[field] !== desired.fields[field] && mayWrite(field),
  )
  const written = writeFields(desired)
  const { confirm } = desired.post.head
  const now = { ...applied, ...JSON.parse(printApplied(desired.fields, [...fields, ...agreeing(present, desired)])) }
  await api.updatePost(
    {
      id: post.id,
      ...Object.assign({}, ...fields.map((field) => written[field])),
      ...(confirm === undefined ? {} : { confirmWarnings: confirm }),
      metadata: { ...post.metadata, [marks.applied]: JSON.stringify(now) },
    } as Input<'updatePost'>,
    // The update fails if the post has changed since the comparison.
    etag === null ? {} : { ifMatch: etag },
  )
  return post.id
}

const agreeing = (present: Fields, desired: Wish): Field[] =>
  (Object.keys(desired.fields) as Field[]).filter((field) => present[field] === desired.fields[field])

const printApplied = (fields: Fields, which = Object.keys(fields) as Field[]): string =>
  JSON.stringify(Object.fromEntries(which.map((field) => [field, hashField(fields[field])])))
