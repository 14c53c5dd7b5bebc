import type { Answer } from '../core/http/request.ts'
import type { Network } from '../core/network.ts'
import { empty, escaped, face, tabs, tile } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'
import { here } from '../core/pages/posts/draw-media.ts'
import type { FeedPost } from '../core/pages/posts/feed-post.ts'
import { partsOf } from '../core/pages/posts/parts.ts'
import { postCss } from '../core/pages/posts/style.ts'
import { namesOf } from './page-links.ts'

const maxPosts = 50

/** Renders the posts on a network, newest first, in a layout like the network's. */
export function feedPage(network: Network, account: string | null, now: Date): Answer {
  const { id, title, layout } = network
  const posts = network.feed({ account, limit: maxPosts })
  const heading = account === null ? title : `${account} · ${title}`
  const content =
    posts.length === 0
      ? empty(
          'No posts yet',
          `Connect ${escaped(account ?? 'an account')} in Posthorn and publish a post to ${escaped(title)}. It appears here automatically.`,
        )
      : `${drawCircles(network, posts)}<div class="feed list" id="posts">${gatherThreads(posts)
          .map((thread) => drawThread(network, thread, now))
          .join('')}</div>`
  const body = `<main class="${layout.width}"><div class="lead">${tile(title, 'big')}<div><h1>${escaped(heading)}</h1><p>${posts.length === 0 ? 'Nothing has been published yet' : 'Newest first. New posts appear automatically.'}</p></div><a class="button" href="/wire?network=${id}">Requests</a><a class="button" href="/weather?network=${id}">Break it</a></div>${accountTabs(network, account)}<div id="feed" data-live>${content}</div></main>`
  return page({ title: heading, likeness: title, css: postCss + layout.css, body, follows: true })
}

function accountTabs(network: Network, account: string | null): string {
  const all = { href: `/feed/${network.id}`, name: 'All accounts', isHere: account === null }
  const each = namesOf(network).map((name) => ({
    href: `/feed/${network.id}/${encodeURIComponent(name)}`,
    name,
    isHere: name === account,
  }))
  return tabs('Accounts', [all, ...each])
}

/** Draws stories and the like as circles that link to them. */
function drawCircles({ layout }: Network, posts: readonly FeedPost[]): string {
  const inCircles = posts.filter(({ kind = '' }) => layout.inCircles?.includes(kind))
  if (inCircles.length === 0) return ''
  const circles = inCircles.map(({ id, account, displayName, media: [file] }) => {
    const isImage = file?.kind === 'image' && file.url !== null
    const image = isImage ? `<img src="${escaped(here(file.url))}" alt="">` : face(account, displayName)
    return `<a href="#${encodeURIComponent(id)}" data-key="circle-${escaped(id)}">${image}${escaped(account)}</a>`
  })
  return `<nav class="circles" aria-label="Stories">${circles.join('')}</nav>`
}

function drawThread(network: Network, { post, replies, isAnswer }: Thread, now: Date): string {
  const first = drawPost(network, post, now, isAnswer)
  const others = replies.map((reply) => drawPost(network, reply, now))
  const below =
    others.length === 0 ? '' : `<div class="replies" data-key="below-${escaped(post.id)}">${others.join('')}</div>`
  return `<div class="thread" data-key="thread-${escaped(post.id)}">${first}${below}</div>`
}

function drawPost({ id, layout }: Network, post: FeedPost, now: Date, isAnswer = false): string {
  const kind = post.kind === undefined ? '' : ` class="kind-${escaped(post.kind.toLowerCase())}"`
  const to = isAnswer ? '<p class="to">Reply to an earlier post</p>' : ''
  const parts = partsOf(id, post, now)
  return `<article id="${escaped(post.id)}"${kind}>${layout.draw({ ...parts, who: parts.who + to })}</article>`
}

/** A post with all replies to it and to its replies, in chronological order. */
interface Thread {
  readonly post: FeedPost
  readonly replies: readonly FeedPost[]
  /** True if the post is a reply to one that is not shown. */
  readonly isAnswer: boolean
}

/** Groups posts, newest first, into threads. A thread is at the position of its newest post. */
function gatherThreads(posts: readonly FeedPost[]): readonly Thread[] {
  const byId = new Map(posts.map((post) => [post.id, post]))
  const threads = new Map<FeedPost, FeedPost[]>()
  for (const post of posts) {
    const first = firstOf(post, byId)
    const replies = threads.get(first) ?? []
    threads.set(first, replies)
    if (post !== first) replies.unshift(post)
  }
  return [...threads].map(([post, replies]) => ({ post, replies, isAnswer: post.replyTo !== null }))
}

function firstOf(post: FeedPost, byId: ReadonlyMap<string, FeedPost>): FeedPost {
  const passed = new Set<FeedPost>()
  for (let at = post; ; ) {
    const before = at.replyTo === null ? undefined : byId.get(at.replyTo)
    if (!before || passed.has(before)) return at
    passed.add(at)
    at = before
  }
}
