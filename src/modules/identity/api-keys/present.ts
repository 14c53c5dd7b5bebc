import type { Scope } from '#kernel/caller.ts'
import type { ApiKey } from './store.ts'

export function presentApiKey(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.displayPrefix,
    scopes: key.scopes as Scope[],
    profileIds: key.profileIds,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
  }
}

export type PresentedApiKey = ReturnType<typeof presentApiKey>
