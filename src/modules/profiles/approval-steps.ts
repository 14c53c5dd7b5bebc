import { randomBytes } from 'node:crypto'
import type { Tx } from '#infra/db/client.ts'
import type { ApprovalStep } from '#kernel/approval-steps.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import type { changesBetween, Json } from '#kernel/json.ts'
import { hasRight } from '#kernel/rights.ts'
import { selectMembers } from './members/store.ts'
import type { ProfileChanges } from './schema.ts'
import { listGuestIds, type ProfileRow } from './store.ts'

type StepRule = Partial<Pick<ProfileRow, 'approvalSteps' | 'requiredApprovals'>>

/**
 * Completes a change of the steps: new ones get an ID, and the number of required approvals follows them. Refuses a
 * step that the profile does not have, someone who can’t approve, and another number.
 */
export async function settleSteps(tx: Tx, before: ProfileRow, changes: ProfileChanges): Promise<StepRule> {
  const { requiredApprovals: given } = changes
  const steps = changes.approvalSteps ? await resolveSteps(tx, before, changes.approvalSteps) : before.approvalSteps
  const rule = changes.approvalSteps ? { approvalSteps: steps } : {}
  if (steps.length === 0) return rule
  if (given !== undefined && given !== steps.length)
    invalid(
      '/requiredApprovals',
      `must be ${steps.length}, the number of \`approvalSteps\`. To end the steps, also send \`approvalSteps: []\``,
    )
  return { ...rule, requiredApprovals: steps.length }
}

async function resolveSteps(
  tx: Tx,
  { id: profileId, approvalSteps: before }: ProfileRow,
  given: NonNullable<ProfileChanges['approvalSteps']>,
): Promise<ApprovalStep[]> {
  const members = await selectMembers(tx, profileId)
  const able = new Set(members.filter(({ role }) => hasRight(role, 'approve')).map(({ uid }) => uid))
  const guests = await listGuestIds(tx, profileId)
  return given.map(({ id, name, roles, uids, guestIds: wanted }, index) => {
    const at = `/approvalSteps/${index}`
    const known = before.find((step) => step.id === id)
    if (id !== undefined && (!known || given.findIndex((step) => step.id === id) !== index))
      invalid(`${at}/id`, 'must be the `id` of a step of this profile, once. Omit it for a new step')
    // Someone who has left stays named, so that other changes are possible.
    for (const [no, uid] of uids.entries())
      if (!able.has(uid) && !known?.uids.includes(uid))
        invalid(`${at}/uids/${no}`, 'must be a member of this profile whose role can approve posts')
    const guestIds = wanted ?? known?.guestIds ?? []
    for (const [no, guest] of guestIds.entries())
      if (!guests.has(guest) && !known?.guestIds?.includes(guest))
        invalid(`${at}/guestIds/${no}`, 'must be a guest of this profile who can approve posts')
    if (roles.length + uids.length + guestIds.length === 0) invalid(at, 'must name a role, a member or a guest')
    // A step without guests has the shape of earlier versions, so that it does not count as changed.
    const named = guestIds.length > 0 ? { guestIds: [...new Set(guestIds)] } : {}
    return {
      id: id ?? randomBytes(8).toString('hex'),
      name,
      roles: [...new Set(roles)],
      uids: [...new Set(uids)],
      ...named,
    }
  })
}

const invalid = (path: string, message: string): never =>
  refuse('validation_failed', { errors: [{ path, code: 'invalid_value', message }] })

type Changes = ReturnType<typeof changesBetween>['audit']

/** Writes the people of steps as clients know them. */
export function nameSteps({ approvalSteps, ...changes }: Changes): Changes {
  if (!approvalSteps) return changes
  const named = (steps: Changes[string]['from']): Json =>
    (steps as unknown as readonly ApprovalStep[]).map(({ name, roles, uids, guestIds = [] }) => ({
      name,
      roles: [...roles],
      uids: uids.map((uid: UserId) => toWire('usr', uid)),
      ...(guestIds.length > 0 && { guestIds: guestIds.map((id) => toWire('gst', id)) }),
    }))
  return { ...changes, approvalSteps: { from: named(approvalSteps.from), to: named(approvalSteps.to) } }
}
