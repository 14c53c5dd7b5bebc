import { readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type JsonObject, type ReadCall } from '#connectors/connector.ts'
import { earliestMs, type NotFound, readBack, type Search as SearchSince } from '#connectors/search/search.ts'
import { ask, pathOf, type StatusAnswer, sourceAnswer, statusesAnswer } from '../api/calls.ts'
import { isMissing } from '../api/instance.ts'
import type { Grant } from '../memo.ts'

/**
 * The search for a post whose response was lost. A file belongs to one post, so a post with our file is ours. Posts
 * without files are matched by the post they reply to, time, app and exact text, which the server stores alongside the
 * rendered HTML.
 */
export interface Search extends SearchSince {
  readonly text: string
  readonly spoilerText: string
  readonly replyTo: string | null
  /** Null if it has files whose IDs are unknown. */
  readonly mediaIds: readonly string[] | null
  /** True if a missing file is evidence that a post uses it. */
  readonly witness: boolean
}

const pageSize = 40
const pagesMax = 5
const sourcesMax = 10

export async function findStatus(
  call: ReadCall<Grant>,
  facts: JsonObject,
  search: Search,
): Promise<StatusAnswer | NotFound> {
  const { posts, isWhole } = await readRecent(call, facts, earliestMs(search.since))
  const mine: StatusAnswer[] = []
  for (const status of posts)
    if (isLike(status, search, call.grant.app) && (await search.ours(status.id))) mine.push(status)
  if (mine.length > sourcesMax) return 'unsure'

  const found = search.mediaIds?.length ? { same: mine, unclear: false } : await ofSameText(call, mine, search)
  const [one, ...others] = found.same
  if (one && others.length === 0) return one
  if (one || found.unclear || !isWhole) return 'unsure'
  return search.witness && (await isFileGone(call, search)) ? 'unsure' : 'absent'
}

function isLike(status: StatusAnswer, search: Search, app: string | null): boolean {
  const { mediaIds, replyTo, since } = search
  const files = status.media_attachments.map(({ id }) => id)
  if (mediaIds?.length) return mediaIds.some((id) => files.includes(id))
  return (
    files.length > 0 === (mediaIds === null) &&
    status.created_at.getTime() >= earliestMs(since) &&
    (status.in_reply_to_id ?? null) === replyTo &&
    (app === null || !status.application || status.application.name === app)
  )
}

/** Reads recent posts, back to the time in question. */
async function readRecent({ http, grant }: ReadCall<Grant>, { id }: JsonObject, sinceMs: number) {
  if (typeof id !== 'string') return { posts: [], isWhole: false }
  return await readBack(pagesMax, async (maxId: string | undefined) => {
    const query = new URLSearchParams({ exclude_reblogs: 'true', limit: String(pageSize) })
    if (maxId !== undefined) query.set('max_id', maxId)
    const path = `/api/v1/accounts/${pathOf(id)}/statuses?${query}`
    const answer = await ask(http, grant, { name: 'listStatuses', method: 'GET', path, maxBytes: 8_000_000 })
    const posts = readAnswer(answer, statusesAnswer)
    const oldest = posts.at(-1)
    // A short page may not be the last one: the server counts hidden posts too.
    return { posts, isLast: !oldest || oldest.created_at.getTime() < sinceMs, next: oldest?.id }
  })
}

async function ofSameText({ http, grant }: ReadCall<Grant>, statuses: readonly StatusAnswer[], search: Search) {
  const same: StatusAnswer[] = []
  let unclear = false
  for (const status of statuses) {
    const path = `/api/v1/statuses/${pathOf(status.id)}/source`
    try {
      const answer = await ask(http, grant, { name: 'getStatusSource', method: 'GET', path })
      if (isSameText(readAnswer(answer, sourceAnswer), search)) same.push(status)
      // An edited post may be ours although its text differs.
      else if (status.edited_at) unclear = true
    } catch (error) {
      if (!isMissing(error)) throw error
      unclear = true
    }
  }
  return { same, unclear }
}

function isSameText(source: { readonly text: string; readonly spoiler_text: string }, search: Search): boolean {
  // A warning without a text becomes the text.
  const [text, spoiler] = search.text.trim() === '' ? [search.spoilerText, ''] : [search.text, search.spoilerText]
  return plain(source.text) === plain(text) && plain(source.spoiler_text) === plain(spoiler)
}

/** Normalizes a text: servers trim whitespace and use a single line ending. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** A file that a post uses can no longer be requested, nor can a purged one. */
async function isFileGone({ http, grant }: ReadCall<Grant>, { mediaIds }: Search): Promise<boolean> {
  const [id] = mediaIds ?? []
  if (id === undefined) return false
  try {
    await ask(http, grant, { name: 'getMedia', method: 'GET', path: `/api/v1/media/${pathOf(id)}` })
    return false
  } catch (error) {
    if (isMissing(error)) return true
    // A failed conversion means that no post uses the file.
    if (error instanceof CallFailed && error.failure.status === 422) return false
    throw error
  }
}
