import type { Network } from '../../../core/network.ts'
import { countRows } from '../../../core/pages/posts/feed.ts'
import type { FeedPost } from '../../../core/pages/posts/feed-post.ts'
import { countsOf, followersOf } from '../figures/metrics.ts'
import { stateOfAsset } from '../media/assets.ts'
import { type Platform, titleOf } from '../state/platform.ts'
import type { Author, Comment, Post } from '../state/records.ts'

/** Returns the posts of members and of organizations, with their comments. */
export function listFeed(platform: Platform, { account, limit }: Parameters<Network['feed']>[0]): readonly FeedPost[] {
  const author = account === null ? null : (platform.person(account) ?? platform.organization(account))
  const all = account === null ? [...platform.ofAuthor.values()] : author ? [platform.ofAuthor.get(author) ?? []] : []
  return all
    .flatMap((posts) => posts.slice(-limit))
    .filter(({ deleted }) => !deleted)
    .flatMap((post) => [
      shown(platform, post),
      ...post.comments.filter(({ deleted }) => !deleted).map((comment) => shownComment(platform, comment)),
    ])
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
}

const handleOf = (platform: Platform, author: Author): string =>
  'owner' in author ? `${followersOf(platform, author)} followers` : `in/${author.name}`

function shown(platform: Platform, post: Post): FeedPost {
  const { author, article, poll, files } = post
  const counts = countsOf(platform, post)
  const document = files.find(({ asset }) => asset.kind === 'document')
  const card = article
    ? {
        url: article.source,
        title: article.title,
        description: article.description || new URL(article.source).hostname,
        image: article.thumbnail?.file?.url ?? null,
      }
    : document && {
        url: document.asset.file?.url ?? '',
        title: document.title ?? '',
        description: 'Document',
        image: null,
      }
  return {
    id: post.urn,
    account: author.name,
    displayName: titleOf(author),
    handle: handleOf(platform, author),
    notes: post.editedAtMs === null ? [] : ['Edited'],
    at: new Date(post.createdAtMs),
    text: post.pieces,
    ...(poll ? { poll: { question: poll.question, options: poll.options } } : {}),
    media: files.flatMap(({ asset, altText }) =>
      asset.kind === 'document'
        ? []
        : [
            {
              kind: asset.kind,
              url: stateOfAsset(platform, asset) === 'AVAILABLE' ? (asset.file?.url ?? null) : null,
              alt: altText,
            },
          ],
    ),
    ...(card ? { card } : {}),
    ...(post.parent
      ? { quote: post.parent.pieces.map(({ text }) => text).join(''), quoteOf: titleOf(post.parent.author) }
      : {}),
    replyTo: null,
    counts: countRows({
      reactions: counts.likes,
      comments: counts.comments,
      reposts: counts.shares,
      impressions: counts.impressions,
    }),
  }
}

const shownComment = (
  platform: Platform,
  { urn, post, author, text, parent, image, createdAtMs }: Comment,
): FeedPost => ({
  id: urn,
  account: author.name,
  displayName: titleOf(author),
  handle: author === post.author ? 'Author' : handleOf(platform, author),
  at: new Date(createdAtMs),
  text: [{ text }],
  media: image ? [{ kind: 'image', url: image.file?.url ?? null, alt: '' }] : [],
  replyTo: parent?.urn ?? post.urn,
  counts: [],
})
