import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { type PresentedUser, presentUser } from '../present.ts'
import type { UpdateMeInput } from '../schema.ts'
import { lockUser, updateUser } from '../store.ts'

/** Changes the given fields that differ. A request that changes nothing writes no audit entry. */
export function updateMe(deps: IdentityDeps, caller: Caller, input: UpdateMeInput): Promise<PresentedUser> {
  return inTx(deps.db, async (tx) => {
    const user = (await lockUser(tx, caller.uid)) ?? refuse('unauthenticated')
    const wanted = {
      name: input.name ?? user.name,
      avatar: input.avatar === undefined ? user.avatar : input.avatar,
      timezone: input.timezone ?? user.timezone,
      locale: input.locale === undefined ? user.locale : canonical(input.locale),
    }
    const changed = (['name', 'avatar', 'timezone', 'locale'] as const).filter((field) => wanted[field] !== user[field])
    if (changed.length === 0) return presentUser(user)
    const now = deps.clock.now()
    await updateUser(tx, user.id, { ...wanted, updatedAt: now })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'user.updated',
      subject: toWire('usr', user.id),
      changes: Object.fromEntries(changed.map((field) => [field, { from: user[field], to: wanted[field] }])),
    })
    return presentUser({ ...user, ...wanted })
  })
}

/** Returns the canonical form of a language tag, so that `PT-br` and `pt-BR` are stored alike. */
const canonical = (locale: string): string => Intl.getCanonicalLocales(locale)[0] ?? locale
