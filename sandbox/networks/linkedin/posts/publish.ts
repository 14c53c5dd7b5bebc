import type { LedgerEntry } from '../../../core/control/ledger.ts'
import { stateOfAsset } from '../media/assets.ts'
import type { Platform } from '../state/platform.ts'
import type { Comment, Post, Shown } from '../state/records.ts'
import { no } from '../wire/refusals.ts'
import { type Draft, visibleText } from './draft.ts'

/** Publishes a checked draft and records it in the ledger. Rejects a repeat within `duplicateMs`. */
export function publish(platform: Platform, draft: Draft): Post {
  const { author, likeness } = draft
  const nowMs = platform.world.clock.ms()
  const twin = platform.same.get(likeness)
  if (twin && !twin.deleted && nowMs - twin.createdAtMs < platform.rules.duplicateMs) {
    platform.app.refusedDuplicates += 1
    no(platform.rules.duplicateStatus, {
      code: 'DUPLICATE_POST',
      message: `Content is a duplicate of ${platform.rules.duplicateNamesNothing ? `urn:li:share:${platform.nextId()}` : twin.urn}`,
    })
  }
  const posts = platform.ofAuthor.get(author) ?? []
  // A post with anything but text or images has a URN of type `ugcPost`.
  const isUgc = draft.files.some(({ asset }) => asset.kind !== 'image')
  const post: Post = {
    ...draft,
    urn: `urn:li:${isUgc ? 'ugcPost' : 'share'}:${platform.nextId()}`,
    activity: `urn:li:activity:${platform.nextId()}`,
    number: posts.length + 1,
    createdAtMs: nowMs,
    comments: [],
    editedAtMs: null,
    deleted: false,
  }
  posts.push(post)
  platform.ofAuthor.set(author, posts)
  platform.posts.set(post.urn, post)
  platform.posts.set(post.activity, post)
  platform.same.set(likeness, post)
  if (platform.rules.acceptsProcessing) platform.doubtful.add(post)
  record(platform, post, 'post')
  return post
}

export function unpublish(platform: Platform, post: Post): void {
  post.deleted = true
  platform.posts.delete(post.urn)
  platform.posts.delete(post.activity)
  record(platform, post, 'delete')
}

/** Removes posts with a file that could not be processed. The network notifies neither the author nor the app. */
export function dropFailed(platform: Platform): void {
  for (const post of platform.doubtful) {
    const states = post.files.map(({ asset }) => stateOfAsset(platform, asset))
    if (states.includes('PROCESSING')) continue
    platform.doubtful.delete(post)
    if (states.includes('PROCESSING_FAILED') && !post.deleted) unpublish(platform, post)
  }
}

export function record({ world }: Platform, post: Post, kind: LedgerEntry['kind']): void {
  const { article } = post
  world.ledger.add({
    id: post.urn,
    network: 'linkedin',
    account: post.author.name,
    kind,
    text: visibleText(post),
    media: [
      ...post.files.map(ledgerFile),
      ...(article
        ? [{ kind: 'link', mime: null, bytes: null, sha256: null, alt: article.title, url: article.source } as const]
        : []),
    ],
    key: null,
    replyTo: null,
  })
}

function ledgerFile({ asset, altText, title }: Shown): LedgerEntry['media'][number] {
  const { file, kind } = asset
  return {
    // The ledger has no kind for documents.
    kind: kind === 'document' ? 'link' : kind,
    mime: file?.mime ?? null,
    bytes: file?.bytes ?? null,
    sha256: file?.sha256 ?? null,
    alt: altText || (title ?? ''),
    url: file?.url ?? null,
  }
}

export function recordComment({ world }: Platform, comment: Comment, kind: 'reply' | 'delete'): void {
  const { image } = comment
  world.ledger.add({
    id: comment.urn,
    network: 'linkedin',
    account: comment.author.name,
    kind,
    text: comment.text,
    media: image ? [ledgerFile({ asset: image, altText: '', title: null })] : [],
    key: null,
    replyTo: comment.parent?.urn ?? comment.post.urn,
  })
}
