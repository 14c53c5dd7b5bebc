import type { Input } from '@posthorn/sdk'

type Scope = Input<'createApiKey'>['scopes'][number]
export type Preset = 'read' | 'publish' | 'all'

const read: readonly Scope[] = ['profiles:read', 'posts:read', 'connections:read', 'analytics:read']
const publish: readonly Scope[] = [...read, 'posts:write', 'posts:publish', 'media:write']

/** The scopes that most programs need. */
export const presets: Readonly<Record<Preset, readonly Scope[]>> = {
  read,
  publish,
  all: [
    ...publish,
    'profiles:write',
    'connections:write',
    'analytics:export',
    'webhooks:read',
    'webhooks:write',
    'chat:read',
    'chat:write',
  ],
}
