import type { Scope } from '#kernel/caller.ts'
import type { IdentityDeps } from '../deps.ts'
import { resourceOf } from './audiences.ts'
import type { ConnectedApp } from './store.ts'

/** Returns an app in the shape of the API. */
export function presentApp(config: IdentityDeps['config'], app: ConnectedApp) {
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

export type PresentedApp = ReturnType<typeof presentApp>
