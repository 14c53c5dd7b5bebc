import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { changesBetween } from '#kernel/json.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { type PresentedUser, presentUser } from '../present.ts'
import type { UpdateMeInput } from '../schema.ts'
import { lockUser, updateUser } from '../store.ts'

/** Changes the given fields that differ. A request that changes nothing writes no audit entry. */
export function updateMe(deps: IdentityDeps, caller: Caller, input: UpdateMeInput): Promise<PresentedUser> {
  return inTx(deps.db, async (tx) => {
    const found = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const chooses = input.locale !== undefined && !found.localeChosen
    const user = chooses ? await updateUser(tx, found.id, { localeChosen: true }) : found
    const { values, audit, isEmpty } = changesBetween(user, input)
    if (isEmpty) return presentUser(user)
    const now = deps.clock.now()
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.updated',
      subject: toWire('usr', user.id),
      changes: audit,
    })
    const changed = await updateUser(tx, user.id, { ...values, updatedAt: now })
    if (changed.timezone !== user.timezone) await deps.emit(tx, { type: 'user.timezone_changed', ownerUid: user.id })
    return presentUser(changed)
  })
}
