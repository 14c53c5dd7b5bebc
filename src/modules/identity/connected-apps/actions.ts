import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller, Scope } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type ConnectedAppId, toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { resourceOf } from './audiences.ts'
import { type ConnectedApp, listLiveApps, lockLiveApp, setAppEnded } from './store.ts'

const listedMost = 200

/** Lists the apps that act for the caller, newest first. */
export async function listApps(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  caller: Caller,
): Promise<PresentedApp[]> {
  const apps = await listLiveApps(deps.db, caller.uid, deps.clock.now(), listedMost)
  return apps.map((app) => presentApp(deps.config, app))
}

/**
 * Revokes one of the caller's apps. Its tokens stop working immediately on this process, and within a second on the
 * others.
 */
export async function endOwnApp(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'callers'>,
  caller: Caller,
  id: ConnectedAppId,
): Promise<void> {
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const app = (await lockLiveApp(tx, id, now)) ?? refuse('app_not_found')
    if (app.uid !== caller.uid) refuse('app_forbidden')
    await endApp(tx, app, { caller, reason: 'ended_by_user', now })
  })
  deps.callers.clear()
}

type Reason = 'ended_by_user' | 'ended_by_app' | 'code_reused' | 'refresh_token_reused'

/**
 * Revokes a locked app with all of its tokens. `caller` is null if the app itself, or a thief, sent the request. Clear
 * the caller cache after the commit.
 */
export async function endApp(
  tx: Tx,
  app: ConnectedApp,
  { caller, reason, now }: { readonly caller: Caller | null; readonly reason: Reason; readonly now: Date },
): Promise<void> {
  if (app.endedAt) return
  await setAppEnded(tx, app.id, now)
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid: app.uid,
    action: 'app.ended',
    subject: toWire('app', app.id),
    changes: { name: { from: app.name, to: null }, reason: { from: null, to: reason } },
  })
}

/** Returns an app in the shape of the API. */
function presentApp(config: IdentityDeps['config'], app: ConnectedApp) {
  return {
    id: app.id,
    name: app.name,
    homeUrl: app.homeUrl,
    resource: resourceOf(config, app.audience),
    scopes: app.scopes as Scope[],
    profileIds: app.profileIds,
    connectedAt: app.connectedAt ?? app.createdAt,
    lastUsedAt: app.lastUsedAt,
    expiresAt: app.expiresAt,
  }
}

type PresentedApp = ReturnType<typeof presentApp>
