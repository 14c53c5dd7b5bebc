import type { Tx } from '#infra/db/client.ts'
import type { Caller, Scope } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import { type ConnectedAppId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { mayGrant } from '../app-scopes.ts'
import type { Audience } from '../audiences.ts'
import type { Client } from '../clients/client.ts'
import { insertApp } from '../store.ts'

export type AdmitDeps = Pick<IdentityDeps, 'clock' | 'reachableProfiles'>

/** A user's response to an app. It can contain fewer scopes than the app requested. */
export interface Answer {
  readonly decision: 'allow' | 'refuse'
  readonly scopes?: readonly Scope[] | undefined
  /** If null or absent, every profile that the user can access. */
  readonly profileIds?: readonly ProfileId[] | null | undefined
}

interface AdmitParams {
  readonly client: Pick<Client, 'id' | 'name' | 'homeUrl'>
  readonly scopes: readonly Scope[]
  readonly audience: Audience
}

/** Stores a user's consent to an app. The app can do no more than it requested, and no more than the user can do. */
export async function admitApp(
  deps: AdmitDeps,
  tx: Tx,
  caller: Caller,
  { client, audience, scopes: wanted }: AdmitParams,
  answer: Answer,
  expiresAt: Date,
): Promise<ConnectedAppId> {
  const now = deps.clock.now()
  const scopes = chooseScopes(caller, wanted, answer)
  const profileIds = answer.profileIds ? [...new Set(answer.profileIds)] : null
  if (profileIds && !(await deps.reachableProfiles(tx, caller.uid, profileIds)))
    refuse('profile_forbidden', { detail: 'At least one of `profileIds` isn’t a profile that you have access to.' })
  const id = newId<'app'>(now)
  const { id: clientId, name, homeUrl } = client
  await insertApp(tx, {
    id,
    uid: caller.uid,
    clientId,
    name,
    homeUrl,
    audience,
    scopes,
    profileIds,
    createdAt: now,
    expiresAt,
  })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: caller.uid,
    action: 'app.allowed',
    subject: toWire('app', id),
    changes: { name: { from: null, to: name }, scopes: { from: null, to: scopes } },
  })
  return id
}

function chooseScopes(caller: Caller, wanted: readonly Scope[], { scopes }: Answer): Scope[] {
  const chosen = [...new Set(scopes ?? wanted.filter((scope) => mayGrant(caller.role, scope)))]
  const extra = chosen.findIndex((scope) => !wanted.includes(scope))
  if (extra >= 0)
    refuseInput({ path: `/scopes/${extra}`, code: 'not_requested', message: 'must be a scope that the app requested' })
  const barred = chosen.find((scope) => !mayGrant(caller.role, scope))
  if (barred) {
    const detail = `The scope ${barred} requires the role support or higher. Your role is ${caller.role}.`
    refuse('role_required', { detail })
  }
  if (chosen.length === 0)
    refuseInput({
      path: '/scopes',
      code: 'too_small',
      message: 'must contain at least one scope. To grant none, deny the app',
    })
  return chosen
}
