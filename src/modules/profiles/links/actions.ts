import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { newId, type ProfileId, type ProfileLinkId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { ReadDeps } from '../actions.ts'
import type { ProfileDeps } from '../deps.ts'
import { profileFor } from '../profile-for.ts'
import { lockUserRow } from '../store.ts'
import type { NewProfileLink } from './schema.ts'
import { checkLink, linksInChainMax } from './state.ts'
import {
  findLink,
  insertLink,
  type ProfileLinkRow,
  readChain,
  removeLink,
  selectChildLinks,
  selectLinks,
  selectRemovedLinks,
} from './store.ts'

export async function linkProfiles(
  deps: ProfileDeps,
  tx: Tx,
  caller: Caller,
  params: NewProfileLink,
): Promise<ProfileLinkRow> {
  const { parentId, childId } = params
  // Read without a lock to find the owner, who must be locked before the profiles.
  const parent = await profileFor(tx, caller, parentId, 'manage', { lock: false })
  const child = await profileFor(tx, caller, childId, 'manage', { lock: false })
  if (parentId === childId) refuse('profile_link_cycle', { detail: 'You can’t link a brand to itself.' })
  if (parent.ownerUid !== child.ownerUid) {
    refuse('profile_link_owners', {
      detail: 'These brands have different owners. You can only link brands with the same owner.',
    })
  }
  await lockUserRow(tx, parent.ownerUid)
  // Either profile may be deleted by now. The fixed order prevents a deadlock between two such calls.
  for (const id of [parentId, childId].sort()) await profileFor(tx, caller, id, 'manage')
  await requireValidLink(tx, params)

  const now = deps.clock.now()
  const link: ProfileLinkRow = {
    id: newId<'plink'>(now),
    ownerUid: parent.ownerUid,
    parentId,
    childId,
    inheritanceRules: withoutAbsent(params.inheritanceRules ?? {}),
    createdAt: now,
    removedAt: null,
  }
  await insertLink(tx, link)
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: parent.ownerUid,
    action: 'profile_link.created',
    subject: toWire('plink', link.id),
    changes: {
      parentId: { from: null, to: toWire('prof', parentId) },
      childId: { from: null, to: toWire('prof', childId) },
    },
  })
  return link
}

async function requireValidLink(tx: Tx, { parentId, childId }: NewProfileLink): Promise<void> {
  const verdict = checkLink(await readChain(tx, parentId, childId))
  switch (verdict) {
    case 'fits':
      return
    case 'exists':
      return refuse('profile_link_exists', { detail: 'To change its rules, remove the link and create it again.' })
    case 'cycle':
      return refuse('profile_link_cycle', { detail: 'The child is already an ancestor of the parent.' })
    default:
      return refuse('profile_link_depth', {
        detail: `Up to ${linksInChainMax} linked levels are allowed. This would make ${verdict.tooLong}.`,
      })
  }
}

const withoutAbsent = <Value>(members: { readonly [name: string]: Value | undefined }): Record<string, Value> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Value] => entry[1] !== undefined))

export function unlinkProfiles(deps: ProfileDeps, caller: Caller, id: ProfileLinkId): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const link = (await findLink(tx, id)) ?? refuse('profile_link_not_found')
    for (const profileId of [link.parentId, link.childId].sort())
      await profileFor(tx, caller, profileId, 'manage', { alsoReadOnly: true })
    const now = deps.clock.now()
    if (!(await removeLink(tx, id, now))) refuse('profile_link_not_found')
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: link.ownerUid,
      action: 'profile_link.removed',
      subject: toWire('plink', id),
    })
  })
}

export const listProfileLinks = ({ db }: ReadDeps, caller: Caller): Promise<ProfileLinkRow[]> => selectLinks(db, caller)

export const listRemovedProfileLinks = ({ db }: ReadDeps, caller: Caller) => selectRemovedLinks(db, caller)

export async function listProfileChildren({ db }: ReadDeps, caller: Caller, id: ProfileId): Promise<ProfileLinkRow[]> {
  await profileFor(db, caller, id, 'read')
  return selectChildLinks(db, caller, id)
}
