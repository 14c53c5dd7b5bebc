import { inTx, type Tx } from '#infra/db/client.ts'
import { caps } from '#kernel/caps.ts'
import { refuse } from '#kernel/errors.ts'
import { type GuestId, newId, type PostId, type ProfileId, type ShareLinkId, type UserId } from '#kernel/ids.ts'
import { faceUrl } from '#modules/faces/index.ts'
import { type MediaRow, makeProxyUrl, makeViewUrl } from '#modules/media/index.ts'
import { type ShownTarget, showPost } from '#modules/posts/index.ts'
import { lockUserRow } from '#modules/profiles/index.ts'
import { platformFields } from '#rules/network-names.ts'
import { frameOf, type View } from '#rules/view.ts'
import type { SharingDeps } from './deps.ts'
import type { NewComment, PostPreview } from './schema.ts'
import {
  type AccountFace,
  countView as addView,
  countComments,
  findLiveLink,
  insertComment,
  type LiveLink,
  listAccountFaces,
  listComments,
} from './store.ts'
import { hashToken } from './token.ts'

/** Finds the link of a token. An unknown, revoked or expired link is 404, and so is one whose post is in the trash. */
export const requireLink = async ({ db }: Pick<SharingDeps, 'db'>, token: string): Promise<LiveLink> =>
  (await findLiveLink(db, hashToken(token))) ?? refuse('share_link_not_found')

type PreviewDeps = Pick<SharingDeps, 'db' | 'clock' | 'seal' | 'connectors' | 'config'>

/** The parts of a link that a preview needs. */
type PreviewedLink = Pick<
  LiveLink,
  'postId' | 'comments' | 'profileName' | 'brandColor' | 'faceId' | 'timezone' | 'expiresAt'
>

/** Reads the post of a link as visitors see it, without IDs or secrets. */
export async function readPreview(deps: PreviewDeps, link: PreviewedLink): Promise<PostPreview> {
  const shown = (await showPost(deps, deps.db, link.postId)) ?? refuse('share_link_not_found')
  const { post, targets } = shown
  const faces = await listAccountFaces(
    deps.db,
    targets.flatMap(({ displayNameOf }) => displayNameOf ?? []),
  )
  const comments = link.comments ? await listComments(deps.db, link.postId) : []
  return {
    profile: { name: link.profileName, brandColor: link.brandColor, avatarUrl: faceUrl(deps, link.faceId) },
    status: post.status,
    scheduledAt: post.scheduledAt,
    publishedAt: post.publishedAt,
    timezone: link.timezone,
    expiresAt: link.expiresAt,
    parts: presentParts(deps, shown.parts),
    targets: targets.map(({ row, limits, handle, displayNameOf, parts, ...rest }) => ({
      ...platformFields(row.network),
      name: limits.name,
      account: handle === null ? null : { handle, ...presentFace(deps, displayNameOf && faces.get(displayNameOf)) },
      status: row.status,
      platformUrl: row.url,
      format: rest.format,
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

const presentFace = (deps: PreviewDeps, shown: AccountFace | null | undefined) => ({
  displayName: shown?.displayName ?? null,
  avatarUrl: faceUrl(deps, shown?.faceId),
})

const presentParts = (deps: PreviewDeps, parts: ShownTarget['parts']) =>
  parts.map(({ text, media }) => ({
    text,
    media: media.map((shown) => presentFile(deps, shown)),
  }))

const presentFile = (deps: PreviewDeps, { file, altText, view }: ShownTarget['parts'][number]['media'][number]) => ({
  kind: file.facts.kind,
  url: view ? makeViewUrl(deps, file, view) : makeProxyUrl(deps, file),
  posterUrl: file.posterSize === null ? null : makeProxyUrl(deps, file, 'poster'),
  altText,
  ...sidesOf(file, view),
})

const sidesOf = ({ facts }: MediaRow, view?: View) => {
  const { width, height } = view ? frameOf(facts, view) : facts
  return { width, height }
}

/** Refuses one comment too many on a post. Concurrent ones are counted one after the other. */
export async function requireRoomForComment(
  tx: Tx,
  { ownerUid, postId }: Pick<LiveLink, 'ownerUid' | 'postId'>,
): Promise<void> {
  await lockUserRow(tx, ownerUid)
  if ((await countComments(tx, postId, caps.commentsOfPost)) >= caps.commentsOfPost) refuse('share_comments_full')
}

/** Stores a visitor's comment on a post, and notifies subscribers. */
export function addComment(deps: SharingDeps, token: string, { name, text, fineByMe }: NewComment) {
  return inTx(deps.db, async (tx) => {
    const link = await requireLink({ db: tx }, token)
    if (!link.comments) refuse('share_comments_off')
    return storeComment(deps, tx, { ...link, linkId: link.id, guestId: null, name, text, fineByMe })
  })
}

interface VisitorComment extends NewComment {
  readonly ownerUid: UserId
  readonly profileId: ProfileId
  readonly postId: PostId
  readonly linkId: ShareLinkId | null
  readonly guestId: GuestId | null
}

/** Stores a comment of a visitor or a guest, which all visitors of the post see. */
export async function storeComment(
  deps: Pick<SharingDeps, 'clock' | 'emit'>,
  tx: Tx,
  { ownerUid, profileId, postId, linkId, guestId, name, text, fineByMe }: VisitorComment,
) {
  await requireRoomForComment(tx, { ownerUid, postId })
  const createdAt = deps.clock.now()
  const id = newId<'cmt'>(createdAt)
  const said = { name: name.trim(), text: text.trim(), fineByMe, isReply: false }
  const comment = { id, ownerUid, postId, linkId, guestId, ...said, authorUid: null, createdAt }
  await insertComment(tx, comment)
  await deps.emit(tx, { type: 'post.commented', ownerUid, profileId, postId, commentId: id, comment: said })
  return comment
}

interface Visitor {
  /** The address of the request, as returned by `placeOf`. */
  readonly place: string
  readonly userAgent: string
}

/** Programs that fetch a page to show a preview of it, or to index it. */
const robots = /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|slack|whatsapp|curl\/|embed/i

/**
 * Counts a visitor once a day, without a cookie: by a keyed digest of address and browser that differs by day and by
 * link, and is deleted when the day is over.
 */
export async function countView({ db, clock, seal }: SharingDeps, { id }: LiveLink, visitor: Visitor): Promise<void> {
  if (robots.test(visitor.userAgent)) return
  const day = clock.now().toISOString().slice(0, 10)
  const digest = seal.hmac('share-view', [day, id, visitor.place, visitor.userAgent].join('\n')).subarray(0, 16)
  await addView(db, id, day, digest)
}
