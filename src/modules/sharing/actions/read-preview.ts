import { refuse } from '#kernel/errors.ts'
import { type MediaRow, makeProxyUrl } from '#modules/media/index.ts'
import { type ShownTarget, showPost } from '#modules/posts/index.ts'
import { platformFields } from '#rules/network-names.ts'
import type { SharingDeps } from '../deps.ts'
import type { PostPreview } from '../schema.ts'
import { findLiveLink, type LiveLink, listComments, listDisplayNames } from '../store.ts'
import { hashToken } from '../token.ts'

/** Finds the link of a token. An unknown, revoked or expired link is 404, and so is one whose post is in the trash. */
export const requireLink = async ({ db }: Pick<SharingDeps, 'db'>, token: string): Promise<LiveLink> =>
  (await findLiveLink(db, hashToken(token))) ?? refuse('share_link_not_found')

/** Reads the post of a link as visitors see it, without IDs or secrets. */
export async function readPreview(deps: SharingDeps, link: LiveLink): Promise<PostPreview> {
  const shown = (await showPost(deps, deps.db, link.postId)) ?? refuse('share_link_not_found')
  const { post, targets } = shown
  const names = await listDisplayNames(
    deps.db,
    targets.flatMap(({ displayNameOf }) => displayNameOf ?? []),
  )
  const comments = link.comments ? await listComments(deps.db, link.postId) : []
  return {
    profile: { name: link.profileName, brandColor: link.brandColor },
    status: post.status,
    scheduledAt: post.scheduledAt,
    publishedAt: post.publishedAt,
    timezone: link.timezone,
    expiresAt: link.expiresAt,
    parts: presentParts(deps, shown.parts),
    targets: targets.map(({ row, limits, handle, displayNameOf, parts, ...rest }) => ({
      ...platformFields(row.network),
      name: limits.name,
      account: handle === null ? null : { handle, displayName: (displayNameOf && names.get(displayNameOf)) ?? null },
      status: row.status,
      platformUrl: row.url,
      format: post.format,
      title: rest.title,
      link: rest.link,
      firstComment: rest.firstComment,
      extras: rest.extras,
      parts: presentParts(deps, parts),
    })),
    allowsComments: link.comments,
    comments,
  }
}

const presentParts = (deps: SharingDeps, parts: ShownTarget['parts']) =>
  parts.map(({ text, media }) => ({
    text,
    media: media.map(({ file, altText }) => presentFile(deps, file, altText)),
  }))

const presentFile = (deps: SharingDeps, file: MediaRow, altText: string | null) => ({
  kind: file.facts.kind,
  url: makeProxyUrl(deps, file),
  posterUrl: file.posterSize === null ? null : makeProxyUrl(deps, file, 'poster'),
  altText,
  width: file.facts.width,
  height: file.facts.height,
})
