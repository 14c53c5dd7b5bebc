import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Media } from '../core/media/media.ts'
import type { Network } from '../core/network.ts'
import type { FeedPost } from '../core/pages/posts/feed-post.ts'

/**
 * The posts of earlier runs, for the feed pages. A sandbox with a folder saves the newest posts of each network there,
 * with their images, so that people still find them after a restart. The networks themselves start empty: their APIs do
 * not return these posts.
 */
export interface SavedFeed {
  /** Returns the network with the posts of earlier runs in its feed. */
  around(network: Network): Network
  /** Returns the feed page that has the post of an earlier run at this URL. Null if this run has a post with its ID. */
  pageFor(url: URL): string | null
  /** Saves the current feeds, if they have changed since the last time. */
  save(networks: readonly Network[], media: Media, posts: number): void
}

const postsMax = 100
/** The maximum size of the saved files. The newest are saved first. */
const fileBytesMax = 16 * 1024 * 1024

type SavedPosts = Readonly<Record<string, readonly FeedPost[]>>

interface Stored {
  readonly posts: Readonly<Record<string, readonly (Omit<FeedPost, 'at'> & { readonly at: string })[]>>
  readonly files: readonly {
    readonly network: string
    readonly id: string
    readonly mime: string
    readonly bytes: string
  }[]
}

/** Opens the feed of a folder. An unreadable folder counts as empty, as does every folder after a reset. */
export function openSavedFeed(folder: string, media: Media, { isEmpty }: { readonly isEmpty: boolean }): SavedFeed {
  const path = join(folder, 'feed.json')
  const saved = isEmpty ? {} : load(path, media)
  const own = new Map<string, Network>()
  let written = isEmpty ? -1 : 0
  return {
    around(network) {
      own.set(network.id, network)
      return { ...network, feed: (of) => withSaved(network, saved[network.id] ?? [], of) }
    },
    pageFor({ pathname, searchParams }) {
      const [, id = '', ...rest] = pathname.split('/')
      const parts = new Set([...rest, ...searchParams.values()])
      const post = saved[id]?.find((one) => parts.has(one.id))
      const now = post ? own.get(id)?.feed({ account: post.account, limit: postsMax }) : []
      if (!post || now?.some((one) => one.id === post.id)) return null
      return `/feed/${id}/${encodeURIComponent(post.account)}`
    },
    save(networks, files, posts) {
      if (posts === written) return
      const shown = networks.map((network) => [network.id, network.feed({ account: null, limit: postsMax })] as const)
      const stored = { posts: Object.fromEntries(shown), files: filesOf(shown, files) }
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.new`, JSON.stringify(stored), { mode: 0o600 })
      renameSync(`${path}.new`, path)
      // A file that is still being processed has no URL yet. The next save includes it.
      const isComplete = shown.every(([, all]) => all.every(({ media: of }) => of.every(({ url }) => url !== null)))
      written = isComplete ? posts : -1
    },
  }
}

function withSaved(
  network: Network,
  saved: readonly FeedPost[],
  { account, limit }: Parameters<Network['feed']>[0],
): readonly FeedPost[] {
  const now = network.feed({ account, limit })
  const before = saved.filter((post) => account === null || post.account === account)
  return [...now, ...before].slice(0, limit)
}

function load(path: string, media: Media): SavedPosts {
  try {
    const { posts, files } = JSON.parse(readFileSync(path, 'utf8')) as Stored
    for (const { network, id, mime, bytes } of files) media.put(network, id, Buffer.from(bytes, 'base64'), mime)
    const entries = Object.entries(posts).map(([network, all]) => [network, all.map(dated)] as const)
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

const dated = (post: Stored['posts'][string][number]): FeedPost => ({ ...post, at: new Date(post.at) })

const ownFile = /\/media\/([^/]+)\/([^/]+)$/

function filesOf(shown: readonly (readonly [string, readonly FeedPost[]])[], media: Media): Stored['files'] {
  const newestFirst = shown.flatMap(([, posts]) => posts).toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const urls = newestFirst.flatMap((post) => [
    ...post.media.flatMap(({ url, cover = null }) => [url, cover]),
    post.card?.image ?? null,
  ])
  const files: Stored['files'][number][] = []
  let left = fileBytesMax
  for (const url of new Set(urls)) {
    const [, network = '', id = ''] = ownFile.exec(url ?? '') ?? []
    const file = media.find(network, decodeURIComponent(id))
    if (!file || file.bytes.length > left) continue
    left -= file.bytes.length
    files.push({ network, id: decodeURIComponent(id), mime: file.mime, bytes: file.bytes.toString('base64') })
  }
  return files
}
