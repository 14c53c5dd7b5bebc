import { refuse, refuseInput } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { listAuditEntries } from '#modules/audit/index.ts'
import { findUser, presentUser, readSignIns, readUsage } from '#modules/identity/index.ts'
import { platformFields } from '#rules/network-names.ts'
import type { UserDeps } from '../deps.ts'
import { selectAccountsOf, selectErrorsOf, selectProfilesOf } from './store.ts'

const auditEntries = 20

/** Returns everything about a user that support needs to answer questions, without posts or secrets. */
export async function readUser(deps: UserDeps, uid: UserId) {
  const { db } = deps
  const user = (await findUser(db, uid)) ?? refuse('user_not_found')
  const signIns = await readSignIns(db, uid, deps.clock.now())
  const usage = await readUsage(deps, { uid, plan: user.plan })
  const profiles = await selectProfilesOf(db, uid)
  const accounts = await selectAccountsOf(db, uid)
  const errors = await selectErrorsOf(db, uid)
  const audit = await listAuditEntries(db, uid, { limit: auditEntries })
  return {
    ...presentUserForAdmins(deps, user),
    signIns,
    usage: usage.limits,
    profiles,
    accounts: accounts.map((account) => ({ ...account, ...platformFields(account.network) })),
    lastErrors: errors.map((error) => ({ ...error, ...platformFields(error.network) })),
    audit: [...audit.items],
  }
}

type Presentable = Parameters<typeof presentUser>[1]

/** Returns a user with fields that only administrators see. */
export const presentUserForAdmins = (deps: Pick<UserDeps, 'config'>, user: Presentable) => ({
  ...presentUser(deps, user),
  disabledAt: user.disabledAt,
  disabledReason: user.disabledReason,
})

/** Refuses a plan that no user can have, as a search for an unknown role is refused. */
export function requireKnownPlan({ plans }: Pick<UserDeps, 'plans'>, plan: string | undefined): void {
  if (plan === undefined || plans.has(plan)) return
  refuseInput({ path: '/query/tier', code: 'unknown_plan', message: `must be one of ${[...plans.keys()].join(', ')}` })
}
