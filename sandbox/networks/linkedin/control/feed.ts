import type { FeedPost, Network } from '../../../core/network.ts'
import { countRows } from '../../../core/pages/feed.ts'
import { countsOf, followersOf } from '../figures/metrics.ts'
import { stateOfAsset } from '../media/assets.ts'
import { type Platform, titleOf } from '../state/platform.ts'
import type { Author, Comment, Post } from '../state/records.ts'

export const css = `
body:has(main.linkedin) { background: light-dark(#f4f2ee, #000); color: light-dark(#1b1b1b, #e8e8e8) }
main.linkedin article { background: light-dark(#fff, #1b1f23); border: 1px solid light-dark(#00000014, #ffffff1f); border-radius: .5rem }
main.linkedin article header { flex-direction: column; gap: 0 }
main.linkedin article header span, main.linkedin article footer { color: light-dark(#5e5e5e, #a8adb3) }
main.linkedin article > p, main.linkedin .media, main.linkedin article footer, main.linkedin .card { grid-column: 1 / -1 }
main.linkedin .media { margin-inline: -1rem } main.linkedin .media img, main.linkedin .media video { border-radius: 0 } main.linkedin figcaption { padding-inline: 1rem }
main.linkedin article footer { border-top: 1px solid light-dark(#00000014, #ffffff1f); padding-top: .5rem }
main.linkedin a { color: light-dark(#0a66c2, #71b7fb); font-weight: 600; text-decoration: none }
main.linkedin .card { background: light-dark(#edf3f8, #293138); border: 0; color: inherit }
main.linkedin blockquote { border-radius: .5rem }`

/** The posts of members and of organizations, with the comments under them. */
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
    handle: `${handleOf(platform, author)}${post.editedAtMs === null ? '' : ' · Edited'}`,
    at: new Date(post.createdAtMs),
    text: [
      ...post.pieces,
      ...(poll ? [`\n\n${poll.question}`, ...poll.options.map((option) => `\n○ ${option}`)] : []).map((text) => ({
        text,
      })),
    ],
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
    ...(post.parent ? { quote: post.parent.pieces.map(({ text }) => text).join('') } : {}),
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
