import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { hasGuest } from '#kernel/approval-steps.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { after, days } from '#kernel/clock.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type GuestId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { eraseSubjectFromAudit, writeAudit } from '#modules/audit/index.ts'
import { queueMail, requireRecipientAllowance, requireSenderAllowance } from '#modules/mail/index.ts'
import { requireFeature } from '#modules/plans/index.ts'
import { type AccessibleProfile, lockUserRow, mayApprove, profileFor } from '#modules/profiles/index.ts'
import { sentences } from '#rules/faults/sentences.ts'
import type { GuestDeps } from './deps.ts'
import type { GuestChanges, InviteBody } from './schema.ts'
import {
  countGuests,
  deleteGuest,
  findGuest,
  type GuestRow,
  insertGuest,
  isPostOf,
  listGuests,
  noteErased,
  replaceLink,
  updateGuest,
} from './store.ts'
import { hashToken, makeToken, portalPath, tokenSealContext } from './token.ts'

/** The right to invite: people who publish the posts of a profile decide who sees them. */
const toInvite = 'publish'
const longestMs = days(366)
const mostDays = 366

/** Invites a guest. The plan of the profile's owner applies, as for share links. */
export async function inviteGuest(
  deps: GuestDeps,
  tx: Tx,
  caller: Caller,
  profileId: ProfileId,
  { send, postId: only, from: first, to: last, expiresAt, ...guest }: InviteBody,
): Promise<PresentedGuest> {
  const { ownerUid, name: profile } = await profileFor(tx, caller, profileId, toInvite, { lock: false })
  const owner = (await lockUserRow(tx, ownerUid)) ?? refuse('profile_not_found')
  requireFeature(deps.plans, owner.plan, 'shareLinks')
  const now = deps.clock.now()
  const [postId, from, to] = [only ?? null, first ?? null, last ?? null]
  if ((postId === null) === (from === null || to === null))
    refuseInput({
      path: '/postId',
      code: 'invalid_value',
      message: 'must be set, or `from` and `to` must be, and not all',
    })
  if (postId !== null && !(await isPostOf(tx, profileId, postId)))
    refuseInput({ path: '/postId', code: 'post_not_found', message: 'must be a post of this profile' })
  requirePeriod({ from, to })
  requireEnd(expiresAt, now)
  requireBelow(
    'guestsOfProfile',
    await countGuests(tx, profileId),
    'guests_full',
    (most) => `A profile has at most ${most} guests. Delete some first.`,
  )
  const id = newId<'gst'>(now)
  const link = makeLink(deps, id)
  await insertGuest(tx, {
    ...guest,
    id,
    ownerUid,
    profileId,
    postId,
    fromDay: from,
    toDay: to,
    tokenHash: link.tokenHash,
    sealedToken: link.sealedToken,
    invitedBy: caller.uid,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    seenAt: null,
    mailedAt: null,
    mailDueAt: null,
  })
  const row = await requireGuest(tx, profileId, id)
  if (send) await mailLink(deps, tx, caller, { row, profile, token: link.token })
  const { name, email, may } = guest
  await audit(deps, tx, caller, row, 'guest.invited', {
    name: { from: null, to: name },
    email: { from: null, to: email },
    may: { from: null, to: may },
    ...(postId
      ? { post: { from: null, to: toWire('post', postId) } }
      : { period: { from: null, to: `${from} – ${to}` } }),
    expiresAt: { from: null, to: expiresAt },
  })
  return present(deps, row)
}

/** Lists the guests of a profile, newest first. Their links and addresses are for those who can invite guests. */
export async function readGuests(deps: GuestDeps, caller: Caller, profileId: ProfileId): Promise<PresentedGuest[]> {
  await profileFor(deps.db, caller, profileId, toInvite, { alsoReadOnly: true })
  return (await listGuests(deps.db, profileId)).map((row) => present(deps, row))
}

export async function readGuest(deps: GuestDeps, caller: Caller, profileId: ProfileId, id: GuestId) {
  await profileFor(deps.db, caller, profileId, toInvite, { alsoReadOnly: true })
  return present(deps, await requireGuest(deps.db, profileId, id))
}

/** Changes a guest. The address stays: someone else is another guest. */
export function changeGuest(
  deps: GuestDeps,
  caller: Caller,
  profileId: ProfileId,
  id: GuestId,
  { from, to, ...changes }: GuestChanges,
): Promise<PresentedGuest> {
  return inTx(deps.db, async (tx) => {
    const profile = await profileFor(tx, caller, profileId, toInvite)
    const row = await requireGuest(tx, profileId, id)
    if (row.revokedAt) refuse('guest_revoked')
    if (changes.may && changes.may !== 'approve') requireMayVoid(profile, row)
    if (row.postId && (from ?? to) !== undefined)
      refuseInput({ path: '/from', code: 'invalid_value', message: 'must be omitted: the link shows one post' })
    requirePeriod({ from: from ?? row.fromDay, to: to ?? row.toDay })
    if (changes.expiresAt) requireEnd(changes.expiresAt, deps.clock.now())
    const wanted = { ...changes, fromDay: from, toDay: to }
    const { values, audit: changed, isEmpty } = changesBetween(row, wanted)
    if (isEmpty) return present(deps, row)
    await updateGuest(tx, id, values)
    await audit(deps, tx, caller, row, 'guest.changed', changed)
    return present(deps, await requireGuest(tx, profileId, id))
  })
}

/** Revokes a guest’s link. It stops working immediately, and the guest’s decisions no longer count. */
export function revokeGuest(deps: GuestDeps, caller: Caller, profileId: ProfileId, id: GuestId) {
  return inTx(deps.db, async (tx) => {
    const profile = await profileFor(tx, caller, profileId, toInvite, { alsoReadOnly: true })
    const row = await requireGuest(tx, profileId, id)
    if (row.revokedAt) return present(deps, row)
    requireMayVoid(profile, row)
    await updateGuest(tx, id, { revokedAt: deps.clock.now() })
    await audit(deps, tx, caller, row, 'guest.revoked', {})
    return present(deps, await requireGuest(tx, profileId, id))
  })
}

/**
 * Emails a guest their link again. If the person who invited them has left, the sender takes their place, and the guest
 * gets a new link: the one who has left knows the previous one.
 */
export function sendGuestLink(deps: GuestDeps, caller: Caller, profileId: ProfileId, id: GuestId) {
  return inTx(deps.db, async (tx) => {
    const { name: profile } = await profileFor(tx, caller, profileId, toInvite)
    const row = await requireGuest(tx, profileId, id)
    const now = deps.clock.now()
    if (row.revokedAt) refuse('guest_revoked')
    if (row.expiresAt <= now)
      refuseInput({
        path: '/expiresAt',
        code: 'invalid_value',
        message: 'must be in the future. Change the guest first',
      })
    let token = openToken(deps, row)
    if (!row.isActive) {
      const link = makeLink(deps, id)
      token = link.token
      const { tokenHash, sealedToken } = link
      await replaceLink(tx, id, { tokenHash, sealedToken, invitedBy: caller.uid })
    }
    await mailLink(deps, tx, caller, { row, profile, token })
    await audit(deps, tx, caller, row, 'guest.sent', {})
    return present(deps, await requireGuest(tx, profileId, id))
  })
}

/** Deletes a guest and erases their name and address from the audit log. Their decisions and comments are deleted. */
export function removeGuest(deps: GuestDeps, caller: Caller, profileId: ProfileId, id: GuestId) {
  return inTx(deps.db, async (tx) => {
    const profile = await profileFor(tx, caller, profileId, toInvite, { alsoReadOnly: true })
    const row = await requireGuest(tx, profileId, id)
    requireMayVoid(profile, row)
    await deleteGuest(tx, id)
    await eraseSubjectFromAudit(tx, toWire('gst', id))
    await noteErased(tx, id)
    await audit(deps, tx, caller, row, 'guest.erased', {})
    return { ok: true as const, success: true as const }
  })
}

const requireGuest = async (db: Db, profileId: ProfileId, id: GuestId): Promise<GuestRow> =>
  (await findGuest(db, profileId, id)) ?? refuse('guest_not_found')

/**
 * Refuses to end what a guest decides in a step, unless the caller may weaken the rule of approvals. Otherwise an editor
 * could remove the client’s no, and publish. What a revoked guest has decided does not count anyway.
 */
function requireMayVoid({ role, approverRole, approvalSteps }: AccessibleProfile, row: GuestRow): void {
  if (row.revokedAt || row.may !== 'approve' || !approvalSteps.some((step) => hasGuest(step, row.id))) return
  if (mayApprove(role, approverRole)) return
  refuse('profile_role_required', {
    detail:
      `The role ${approverRole} is required to revoke or delete a guest whom a step of the approval names, or to no ` +
      `longer let them approve. Your role is ${role}.`,
  })
}

function requirePeriod({ from, to }: { readonly from: string | null; readonly to: string | null }): void {
  if (from === null || to === null) return
  if (to < from) refuseInput({ path: '/to', code: 'invalid_value', message: 'must not be before `from`' })
  if (Date.parse(to) - Date.parse(from) > days(mostDays))
    refuseInput({ path: '/to', code: 'invalid_value', message: `must be at most ${mostDays} days after \`from\`` })
}

function requireEnd(expiresAt: Date, now: Date): void {
  if (expiresAt <= now)
    refuseInput({ path: '/expiresAt', code: 'invalid_value', message: sentences.future, params: { rule: 'future' } })
  if (expiresAt > after(now, longestMs))
    refuseInput({ path: '/expiresAt', code: 'invalid_value', message: 'must be at most 366 days from now' })
}

function makeLink({ seal }: Pick<GuestDeps, 'seal'>, id: GuestId) {
  const token = makeToken()
  return { token, tokenHash: hashToken(token), sealedToken: seal.seal(token, tokenSealContext(id)) }
}

/** Returns the token of a guest’s link. */
const openToken = ({ seal }: Pick<GuestDeps, 'seal'>, { id, sealedToken }: GuestRow): string =>
  seal.open(sealedToken, tokenSealContext(id)).toString('utf8')

interface LinkMail {
  readonly row: GuestRow
  readonly profile: string
  readonly token: string
}

/** Emails a link to the guest, who has not asked for it. */
async function mailLink(deps: GuestDeps, tx: Tx, caller: Caller, { row, profile, token }: LinkMail): Promise<void> {
  const now = deps.clock.now()
  const instead = 'Share the `url` of the guest yourself.'
  await requireSenderAllowance(tx, caller.uid, 'guest-invite', now)
  await requireRecipientAllowance(tx, row.email, 'guest-invite', { now, instead })
  const { name, email: to, language: locale, expiresAt } = row
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  const url = deps.config.publicUrl
  const values = { name, profile, until, portalToken: token, url }
  await queueMail(deps, tx, { to, locale, template: 'guest-invite', values })
}

type Deed = 'guest.invited' | 'guest.changed' | 'guest.revoked' | 'guest.sent' | 'guest.erased'

const audit = (
  deps: Pick<GuestDeps, 'clock'>,
  tx: Tx,
  caller: Caller,
  { id, ownerUid, profileId }: GuestRow,
  action: Deed,
  changes: NonNullable<Parameters<typeof writeAudit>[1]['changes']>,
) => writeAudit(tx, { at: deps.clock.now(), caller, ownerUid, profileId, action, subject: toWire('gst', id), changes })

type PresentedGuest = ReturnType<typeof present>

/** Returns a guest in the shape of the API, with their link. */
function present(deps: Pick<GuestDeps, 'seal' | 'config'>, row: GuestRow) {
  const { fromDay: from, toDay: to, invitedBy: invitedByUid, language, ...guest } = row
  const url = `${deps.config.publicUrl}${portalPath(openToken(deps, row))}`
  return { ...guest, language: language as InviteBody['language'], from, to, url, invitedByUid }
}
