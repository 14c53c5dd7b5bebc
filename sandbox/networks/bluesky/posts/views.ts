import { type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route, World } from '../../../core/network.ts'
import { countRows } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { claimedDid } from '../auth/tokens.ts'
import { createGrowth } from '../figures/metrics.ts'
import type { Blobs } from '../media/blobs.ts'
import type { Account, Accounts } from '../state/accounts.ts'
import type { PostIndex } from '../state/post-index.ts'
import { isSeen, type Repo, type Stored, uriOf } from '../state/repo.ts'
import { limitOf, param } from '../wire/input.ts'
import { invalid, no } from '../wire/refusals.ts'
import { piecesOf } from './lexicon/facets.ts'
import { checkRecord } from './lexicon/records.ts'
import { isReply } from './write.ts'

interface ViewDeps {
  readonly accounts: Accounts
  readonly repo: Repo
  readonly blobs: Blobs
  readonly posts: PostIndex
}

const post = 'app.bsky.feed.post'

export type Views = ReturnType<typeof createViews>

/** Builds the app view of the records: posts with their counters, feeds, profiles, threads. */
export function createViews(world: World, { accounts, repo, blobs, posts }: ViewDeps) {
  const growth = createGrowth(world)

  /** Feeds sort by the earlier of the post's own date and its arrival, so that no date moves a post to the top. */
  const sortedAt = ({ value, indexedAt }: Stored): number =>
    Math.min(Date.parse(String(value.createdAt)) || indexedAt.getTime(), indexedAt.getTime())

  function counts({ uri, indexedAt }: Stored) {
    const born = indexedAt.getTime()
    return {
      likeCount: repo.likesOf(uri).size + growth.of('likes', uri, born, 400),
      repostCount: growth.of('reposts', uri, born, 80),
      replyCount: posts.repliesTo(uri).length + growth.of('replies', uri, born, 40),
      quoteCount: growth.of('quotes', uri, born, 20),
      bookmarkCount: growth.of('bookmarks', uri, born, 60),
    }
  }

  const author = ({ did, handle, displayName, createdAt }: Account) => ({
    did,
    handle,
    displayName,
    labels: [],
    createdAt: createdAt.toISOString(),
  })

  /** The author's rule on quotes is a record with the post's key. */
  const isQuotable = ({ account, key }: Stored): boolean => {
    const rules = repo.find(uriOf(account, 'app.bsky.feed.postgate', key))?.value.embeddingRules
    return !Array.isArray(rules) || rules.length === 0
  }

  /** Returns the relation of the viewer, if signed in, to a post. */
  const viewerOf = (stored: Stored, viewer: string | null) => {
    const like = viewer === null ? undefined : repo.likesOf(stored.uri).get(viewer)
    const state = { ...(isQuotable(stored) ? {} : { embeddingDisabled: true }), ...(like ? { like } : {}) }
    return Object.keys(state).length > 0 ? { viewer: state } : {}
  }

  const postView = (stored: Stored, viewer: string | null = null) => ({
    uri: stored.uri,
    cid: stored.cid,
    author: author(stored.account),
    record: stored.value,
    ...counts(stored),
    indexedAt: stored.indexedAt.toISOString(),
    labels: [],
    ...viewerOf(stored, viewer),
  })

  const actorOf = (incoming: Incoming): Account => {
    const account = accounts.byIdentifier(param(incoming, 'actor'))
    if (account?.status === 'takendown') return no(400, 'AccountTakedown', 'Account has been suspended')
    return account ?? invalid('Profile not found')
  }

  function listFeed(incoming: Incoming) {
    const account = actorOf(incoming)
    const limit = limitOf(incoming, { max: 100, usual: 50 })
    const filter = incoming.query.get('filter') ?? 'posts_with_replies'
    const wanted = filters[filter] ?? invalid('Params/filter is not known')
    const cursor = incoming.query.get('cursor')
    const sorted = repo
      .list(account, post)
      .filter((stored) => isSeen(stored) && wanted(stored))
      .map((stored) => ({ stored, at: sortedAt(stored) }))
      .sort((a, b) => b.at - a.at || (a.stored.key < b.stored.key ? 1 : -1))
    const from = cursor === null ? 0 : sorted.findIndex(({ stored, at }) => `${at}::${stored.key}` === cursor) + 1
    const page = sorted.slice(from, from + limit)
    const last = page.at(-1)
    const more = last && from + limit < sorted.length ? { cursor: `${last.at}::${last.stored.key}` } : {}
    return { feed: page.map(({ stored }) => ({ post: postView(stored) })), ...more }
  }

  function thread(stored: Stored, depth: number, height: number): object {
    const replies = depth > 0 ? posts.repliesTo(stored.uri).map((reply) => thread(reply, depth - 1, 0)) : []
    const parent = height > 0 && isReply(stored.value.reply) ? above(stored.value.reply.parent.uri, height) : {}
    return { $type: 'app.bsky.feed.defs#threadViewPost', post: postView(stored), replies, ...parent }
  }

  function above(uri: string, height: number): { parent: object } {
    const stored = repo.find(uri)
    if (isSeen(stored)) return { parent: thread(stored, 0, height - 1) }
    return { parent: { $type: 'app.bsky.feed.defs#notFoundPost', uri, notFound: true } }
  }

  function profile(account: Account) {
    const { did, createdAt } = account
    const born = createdAt.getTime()
    return {
      ...author(account),
      avatar: `${world.url()}/bluesky/img/avatar/plain/${did}/${account.name}@jpeg`,
      description: `${account.displayName} lives in the sandbox.`,
      followersCount: 10 + growth.of('followers', did, born, 500),
      followsCount: 5 + growth.of('follows', did, born, 100),
      postsCount: repo.list(account, post).length,
      indexedAt: createdAt.toISOString(),
    }
  }

  const get = (call: string, handle: (incoming: Incoming) => object): Route =>
    route('GET', `/xrpc/app.bsky.${call}`, call.split('.').at(-1) ?? call, noToken, (incoming) => ok(handle(incoming)))

  const routes: readonly Route[] = [
    get('actor.getProfile', (incoming) => profile(actorOf(incoming))),
    get('actor.searchActorsTypeahead', (incoming) => {
      const limit = limitOf(incoming, { max: 100, usual: 10 })
      const q = (incoming.query.get('q') ?? incoming.query.get('term') ?? '').toLowerCase()
      const begins = (account: Account) =>
        q !== '' && [account.handle, account.displayName].some((text) => text.toLowerCase().startsWith(q))
      return {
        actors: accounts
          .all()
          .filter((one) => one.status === null && begins(one))
          .slice(0, limit)
          .map(author),
      }
    }),
    get('feed.getAuthorFeed', listFeed),
    get('feed.getPosts', ({ query, bearer }) => {
      const uris = query.getAll('uris')
      if (uris.length === 0) return invalid('Params must have the property "uris"')
      if (uris.length > 25) return invalid(`Params/uris: array too big (maximum 25, got ${uris.length})`)
      return {
        posts: uris
          .map((uri) => repo.find(uri))
          .filter(isSeen)
          .map((stored) => postView(stored, claimedDid(bearer))),
      }
    }),
    get('feed.getPostThread', (incoming) => {
      const uri = param(incoming, 'uri')
      const stored = repo.find(uri)
      if (!isSeen(stored)) return no(400, 'NotFound', `Post not found: ${uri}`)
      const countOf = (name: string, usual: number) => {
        const given = Number(incoming.query.get(name) ?? usual)
        return Number.isInteger(given) ? Math.min(Math.max(given, 0), 1_000) : usual
      }
      return { thread: thread(stored, countOf('depth', 6), countOf('parentHeight', 80)) }
    }),
  ]

  function feedPost(stored: Stored): FeedPost {
    const { account, value, indexedAt } = stored
    const text = String(value.text ?? '')
    const sizes = { maxImageBytes: 0, maxThumbBytes: 0, maxVideoBytes: 0, strict: false }
    const found = checkRecord(post, stored.key, value, sizes)
    const shown = (cid: string) => blobs.find(account, cid)?.url ?? null
    const thumb = found.blobs.find(({ as }) => as === 'thumb')
    const quoted = found.refs.find(({ as }) => as === 'quote')
    const numbers = counts(stored)
    return {
      id: stored.uri,
      account: account.name,
      displayName: account.displayName,
      handle: `@${account.handle}`,
      at: indexedAt,
      text: piecesOf(text, value.facets),
      media: found.blobs
        .filter(({ as }) => as === 'image' || as === 'video')
        .map(({ as, cid, alt }) => ({ kind: as === 'video' ? 'video' : 'image', url: shown(cid), alt })),
      ...(found.link
        ? {
            card: {
              url: found.link.uri,
              title: found.link.title,
              description: found.link.description,
              image: thumb ? shown(thumb.cid) : null,
            },
          }
        : {}),
      ...(quoted ? quoteOf(repo.find(quoted.uri)) : {}),
      replyTo: isReply(value.reply) ? value.reply.parent.uri : null,
      counts: countRows({ replies: numbers.replyCount, reposts: numbers.repostCount, likes: numbers.likeCount }),
    }
  }

  return { routes, author, feed: (of: { account: string | null; limit: number }) => posts.newest(of).map(feedPost) }
}

const quoteOf = (stored: Stored | null): Pick<FeedPost, 'quote' | 'quoteOf'> =>
  stored
    ? { quote: String(stored.value.text ?? ''), quoteOf: `${stored.account.displayName} @${stored.account.handle}` }
    : { quote: 'This post is gone.' }

const filters: Readonly<Record<string, (stored: Stored) => boolean>> = {
  posts_with_replies: () => true,
  posts_no_replies: ({ value }) => value.reply === undefined,
  posts_with_media: ({ value }) => JSON.stringify(value.embed ?? '').includes('"blob"'),
  posts_and_author_threads: ({ value, account }) =>
    !isReply(value.reply) || value.reply.root.uri.startsWith(`at://${account.did}/`),
}
