import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { before, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { GuestDeviceId, PostId } from '#kernel/ids.ts'
import { faceUrl } from '#modules/faces/index.ts'
import {
  addPictures,
  approveAsGuest,
  type GuestTurn,
  listPostsByIds,
  lockPosts,
  readGuestTurns,
  rejectAsGuest,
} from '#modules/posts/index.ts'
import { type PostPreview, readPreview, storeComment } from '#modules/sharing/index.ts'
import type { GuestDeps } from '../deps.ts'
import { hashToken } from '../token.ts'
import { checkCode, type Deed, deviceOf, type NoCode, sendCode } from './devices.ts'
import {
  findPortal,
  type ListedPost,
  listOpenPosts,
  listPastPosts,
  lockPortal,
  noteSeen,
  type Portal,
  seesPost,
} from './store.ts'
import { findTurn } from './turns.ts'

/** A page of the list shows at most this many posts. */
export const mostPosts = 200

export const requirePortal = async (db: Db, token: string): Promise<Portal> =>
  (await findPortal(db, hashToken(token))) ?? refuse('guest_link_not_found')

/** Records that the guest has opened the link. */
export const notePortalSeen = ({ db, clock }: GuestDeps, { id }: Portal): Promise<void> =>
  noteSeen(db, id, clock.now(), before(clock.now(), minutes(1)))

/** A post in a guest’s list. */
export interface ShownPost extends ListedPost {
  readonly text: string
  readonly thumbnailUrl: string | null
  /** Null if the guest can’t approve, or the post is no longer open. */
  readonly turn: GuestTurn | null
}

export interface Overview {
  readonly portal: Portal
  readonly avatarUrl: string | null
  readonly posts: readonly ShownPost[]
  /** The post that the next page begins after. Null on the last one. */
  readonly nextAfter: PostId | null
  /** True if this is not the first page. */
  readonly isContinued: boolean
}

/**
 * Lists what a guest sees, and which posts need their decision. Many published posts hide none that is open, and more open
 * ones are on the next page.
 */
export async function readOverview(deps: GuestDeps, portal: Portal, after: PostId | null): Promise<Overview> {
  const found = await listOpenPosts(deps.db, portal.id, { after, most: mostPosts + 1 })
  const undecided = found.slice(0, mostPosts)
  const nextAfter = found.length > mostPosts ? (undecided.at(-1)?.id ?? null) : null
  const past = await listPastPosts(deps.db, portal.id, mostPosts - undecided.length)
  const listed = [...past.toReversed(), ...undecided].sort((a, b) => a.at.getTime() - b.at.getTime())
  const ids = listed.map(({ id }) => id)
  const rows = new Map((await addPictures(deps, await listPostsByIds(deps.db, ids))).map((row) => [row.id, row]))
  const open = ids.flatMap((id) => rows.get(id) ?? []).filter(({ status }) => isOpen(status))
  const turns =
    portal.may === 'approve' && !portal.isReadOnly
      ? await readGuestTurns(deps, deps.db, open, portal.id)
      : new Map<PostId, GuestTurn>()
  const posts = listed.flatMap((post) => {
    const row = rows.get(post.id)
    return row ? [{ ...post, text: row.content, thumbnailUrl: row.thumbnailUrl, turn: turns.get(post.id) ?? null }] : []
  })
  return { portal, avatarUrl: faceUrl(deps, portal.faceId), posts, nextAfter, isContinued: after !== null }
}

const isOpen = (status: string): boolean => status === 'scheduled' || status === 'queued'

/** True if a post needs this guest’s decision. */
export const isWaiting = ({ turn }: Pick<ShownPost, 'turn'>): boolean => turn?.mayApprove === true

export interface PortalPost {
  readonly portal: Portal
  readonly postId: PostId
  readonly preview: PostPreview
  readonly turn: GuestTurn | null
  /** The next post that needs the guest’s decision. */
  readonly nextId: PostId | null
}

/** Reads one post as the guest sees it. */
export async function readPortalPost(deps: GuestDeps, portal: Portal, postId: PostId): Promise<PortalPost> {
  if (!(await seesPost(deps.db, portal.id, postId))) refuse('post_not_found')
  const [row] = await listPostsByIds(deps.db, [postId])
  const canDecide = row && portal.may === 'approve' && !portal.isReadOnly && isOpen(row.status)
  const turn = canDecide ? ((await readGuestTurns(deps, deps.db, [row], portal.id)).get(postId) ?? null) : null
  // Read after the content hash: an edit in between is shown with an outdated hash, and can’t be approved unseen.
  const preview = await readPreview(deps, { ...portal, postId, comments: portal.may !== 'see' })
  return { portal, postId, preview, turn, nextId: await findNext(deps, portal, postId) }
}

/** Finds the next post that needs the guest’s decision, after this one, or else before it. */
async function findNext(deps: GuestDeps, portal: Portal, postId: PostId): Promise<PostId | null> {
  if (portal.may !== 'approve' || portal.isReadOnly || portal.postId !== null) return null
  const isNext = (turn: GuestTurn, id: PostId) => turn.mayApprove && id !== postId
  return (await findTurn(deps, portal.id, isNext, postId)) ?? (await findTurn(deps, portal.id, isNext, null))
}

type Submitted =
  | { readonly kind: 'done' }
  | { readonly kind: 'code'; readonly challenge: string }
  | { readonly kind: 'no-code'; readonly because: NoCode }

/** Does what a guest has submitted, or sends the code for it if the browser is not confirmed. */
export async function submit(
  deps: GuestDeps,
  portal: Portal,
  deed: Deed,
  cookie: string | undefined,
): Promise<Submitted> {
  const deviceId = await deviceOf(deps.db, portal, cookie)
  if (deviceId === null && portal.guestCodes)
    return inTx(deps.db, async (tx) => {
      requireMay(portal, deed)
      if (!(await seesPost(tx, portal.id, deed.postId))) refuse('post_not_found')
      return sendCode(deps, tx, portal, deed)
    })
  await carryOut(deps, portal, deed, deviceId)
  return { kind: 'done' }
}

/** Checks a code and does what it was sent for. The browser is confirmed even if that is no longer possible. */
export async function confirm(
  deps: GuestDeps,
  portal: Portal,
  given: { readonly challenge: string; readonly code: string },
) {
  const checked = await inTx(deps.db, (tx) => checkCode(deps, tx, portal, given))
  if (checked.kind !== 'confirmed') return checked
  const { deviceId, deed } = checked
  return { ...checked, carryOut: () => carryOut(deps, portal, deed, deviceId) }
}

/** Locks the post and the guest, in this order, and does what the guest has submitted. */
function carryOut(deps: GuestDeps, { id }: Portal, deed: Deed, deviceId: GuestDeviceId | null): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const [post] = await lockPosts(tx, [deed.postId])
    if (!post) refuse('post_not_found')
    const portal = await lockPortal(tx, id, deed.postId)
    if (!portal) refuse((await seesPost(tx, id, deed.postId)) ? 'guest_link_not_found' : 'post_not_found')
    requireMay(portal, deed)
    if (deviceId === null && portal.guestCodes) refuse('guest_forbidden')
    const { name, email } = portal
    const guest = { id, name, email, deviceId }
    const { text, contentHash } = deed
    switch (deed.kind) {
      case 'comment':
        return void (await comment(deps, tx, portal, post.id, text))
      case 'approve':
        return approveAsGuest(deps, tx, guest, post, contentHash ?? '')
      case 'reject':
        return rejectAsGuest(deps, tx, guest, post, { contentHash: contentHash ?? '', reason: text })
      default:
        return deed.kind satisfies never
    }
  })
}

/** Refuses what the link does not allow, and anything if the brand is read-only, as for members. */
function requireMay({ may, isReadOnly }: Portal, { kind }: Deed): void {
  if (isReadOnly) refuse('plan_required')
  if (may === 'approve' || (may === 'comment' && kind === 'comment')) return
  refuse('guest_forbidden')
}

const comment = (deps: GuestDeps, tx: Tx, { id, ownerUid, profileId, name }: Portal, postId: PostId, text: string) =>
  storeComment(deps, tx, { ownerUid, profileId, postId, linkId: null, guestId: id, name, text, fineByMe: false })
