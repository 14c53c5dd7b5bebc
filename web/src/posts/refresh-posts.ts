import { PosthornError } from '@posthorn/sdk'
import type { Query } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import type { Post } from './post-time.ts'

/** Updates a post in the data of a query. Null if the post is gone. */
type PutPost = (data: unknown, id: string, post: Post | null) => unknown

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly putPost?: PutPost }
  }
}

/** Above this number of posts, refetching the lists is cheaper than fetching each post. */
const maxReads = 50
const atOnce = 5

const waiting = new Set<string>()
let work: Promise<void> | null = null

/**
 * Refreshes queries that contain changed posts: each post is fetched once and updated in the loaded lists, however many
 * parts these have. A change in the meantime starts another round, so that the service's state is final.
 */
export function refreshPosts(ids: readonly string[]): Promise<void> {
  for (const id of ids) waiting.add(id)
  work ??= workOff()
  return work
}

async function workOff(): Promise<void> {
  try {
    while (waiting.size > 0) {
      const ids = [...waiting]
      waiting.clear()
      if (ids.length > maxReads) await queryClient.invalidateQueries({ queryKey: ['posts'] })
      else await refreshRound(ids)
    }
  } finally {
    work = null
  }
}

async function refreshRound(ids: readonly string[]): Promise<void> {
  const takesPosts = ({ meta, state }: Query): boolean => meta?.putPost !== undefined && state.data !== undefined
  const others = queryClient.invalidateQueries({ queryKey: ['posts'], predicate: (query) => !takesPosts(query) })
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['posts'], predicate: takesPosts })
  for (let from = 0; lists.length > 0 && from < ids.length; from += atOnce)
    await Promise.all(ids.slice(from, from + atOnce).map((id) => refreshOne(id, lists)))
  await others
}

/** Counts the starts and ends of writes to a post, so that a read can detect that it is outdated. */
const writes = new Map<string, number>()
const countWrite = (id: string): void => void writes.set(id, (writes.get(id) ?? 0) + 1)

/** Writes a post whose result the page already shows. Concurrent reads of it are not shown. */
export async function writePost<Result>(id: string, write: () => Promise<Result>): Promise<Result> {
  countWrite(id)
  try {
    return await write()
  } finally {
    countWrite(id)
    await refreshPosts([id])
  }
}

async function refreshOne(id: string, lists: readonly Query[]): Promise<void> {
  const seen = writes.get(id)
  try {
    const post = await readPost(id)
    // The end of the write starts its own round.
    if (writes.get(id) !== seen) return
    await Promise.all(lists.map((list) => putInto(list, id, post)))
  } catch {
    for (const { queryKey } of lists) void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

const readPost = (id: string): Promise<Post | null> =>
  api.getPost({ id }).catch((error: unknown) => {
    if (error instanceof PosthornError && error.status === 404) return null
    throw error
  })

/** Updates the post after the list's current fetch, whose result may be older than the post. */
async function putInto(list: Query, id: string, post: Post | null): Promise<void> {
  if (list.state.fetchStatus === 'fetching') await list.promise?.catch(() => {})
  queryClient.setQueryData(list.queryKey, (data: unknown) => data && list.meta?.putPost?.(data, id, post))
}
