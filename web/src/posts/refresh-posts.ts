import { PosthornError } from '@posthorn/sdk'
import type { Query } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import type { Post } from './post-time.ts'

/** Puts a post as it is now into what a query holds. Null: the post is gone. */
type PutPost = (data: unknown, id: string, post: Post | null) => unknown

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly putPost?: PutPost }
  }
}

/** Beyond so many posts, reading the lists again is less work than reading each post. */
const mostReads = 50
const atOnce = 5

const waiting = new Set<string>()
let work: Promise<void> | null = null

/**
 * Refreshes what shows posts that have changed: each post is read once and put into the lists that are loaded, however many
 * parts these have. A change that comes meanwhile is read in its own round, so that the last word is the service's.
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
      if (ids.length > mostReads) await queryClient.invalidateQueries({ queryKey: ['posts'] })
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

/** Counts the beginnings and ends of writes of a post, so that a read can tell that it is older than one. */
const writes = new Map<string, number>()
const countWrite = (id: string): void => void writes.set(id, (writes.get(id) ?? 0) + 1)

/** Writes a post that the page already shows as it will be. What is read of it meanwhile is not shown. */
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
    // The end of the write begins its own round.
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

/** Puts the post in after what the list is just reading, which may be older than the post. */
async function putInto(list: Query, id: string, post: Post | null): Promise<void> {
  if (list.state.fetchStatus === 'fetching') await list.promise?.catch(() => {})
  queryClient.setQueryData(list.queryKey, (data: unknown) => data && list.meta?.putPost?.(data, id, post))
}
