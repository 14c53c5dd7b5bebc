import type { ApiKeyId, ProfileId, UserId } from './ids.ts'

/** From least to most: each role may do what those before it may. */
export const roles = ['user', 'support', 'admin', 'superadmin'] as const
export type Role = (typeof roles)[number]

export const hasRole = (role: Role, atLeast: Role): boolean => roles.indexOf(role) >= roles.indexOf(atLeast)

/** What an API key may be allowed to do. The one table: keys, docs and the OpenAPI document read it. */
export const scopes = {
  'profiles:read': 'Read profiles and their links.',
  'profiles:write': 'Create, change and delete profiles and their links.',
  'posts:read': 'Read posts, their status and history.',
  'posts:write': 'Create and change drafts, cancel, delete and restore posts.',
  'posts:publish': 'Make posts go out: schedule, submit, publish, retry. Needed besides posts:write.',
  'media:write': 'Upload and change media.',
  'connections:read': 'Read connected accounts and their health.',
  'connections:write': 'Connect and disconnect accounts.',
  'analytics:read': 'Read analytics.',
  'analytics:export': 'Export analytics.',
  'webhooks:read': 'Read webhook endpoints and deliveries.',
  'webhooks:write': 'Create, change and delete webhook endpoints.',
  'chat:read': 'Read linked chats.',
  'chat:write': 'Link and unlink chats.',
  'admin:read': 'Read the administration. The owner of the key must have the role for it.',
  'admin:write': 'Change through the administration. The owner of the key must have the role for it.',
} as const satisfies Record<string, string>
export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]

/** Who is asking: a signed-in person, or a program with that person's API key. */
export interface Caller {
  readonly kind: 'user' | 'api-key'
  readonly uid: UserId
  readonly role: Role
  readonly plan: string
  readonly keyId: ApiKeyId | null
  /** Null: everything that the person may. */
  readonly scopes: ReadonlySet<Scope> | null
  /** Null: every profile that the person may reach. */
  readonly onlyProfiles: readonly ProfileId[] | null
  /** When the person last proved who they are; null for API keys. */
  readonly signedInAt: Date | null
  /** Goes into the audit log with whatever this request changes. */
  readonly requestId: string
}

/** What a token says by itself; the request that carries it adds its id. */
export type Credential = Omit<Caller, 'requestId'>

/** What a route asks of its caller. A route without an answer to this stops the server from starting. */
export type Access =
  /** `orIdentity`: nobody is asked who they are, and whoever says so is heard. */
  | { readonly credential: 'none'; readonly orIdentity?: true }
  | { readonly credential: 'identity'; readonly role?: Role }
  | { readonly credential: 'key-or-identity'; readonly scope: Scope; readonly role?: Role }
