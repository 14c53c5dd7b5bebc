import type { ApiKeyId, ConnectedAppId, ProfileId, SessionId, UserId } from './ids.ts'

/** User roles in ascending order. Each role includes the permissions of the previous ones. */
export const roles = ['user', 'support', 'admin', 'superadmin'] as const
export type Role = (typeof roles)[number]

export const hasRole = (role: Role, atLeast: Role): boolean => roles.indexOf(role) >= roles.indexOf(atLeast)

/** The scopes of API keys and connected apps. API keys, docs and the OpenAPI document all read this table. */
export const scopes = {
  'profiles:read': 'Read profiles and their links.',
  'profiles:write': 'Create, change and delete profiles and their links.',
  'posts:read': 'Read posts, their status and history.',
  'posts:write': 'Create and change drafts, cancel, delete and restore posts.',
  'posts:publish': 'Publish posts: schedule, submit, publish and retry them. Also requires posts:write.',
  'media:write': 'Upload and change media.',
  'connections:read': 'Read connected accounts and their health.',
  'connections:write': 'Connect and disconnect accounts.',
  'analytics:read': 'Read analytics.',
  'analytics:export': 'Export analytics.',
  'inbox:read': 'Read what people say to connected accounts.',
  'inbox:reply': 'Reply to people in public, as connected accounts.',
  'inbox:write': 'Work on conversations: their state and who takes care of them.',
  'webhooks:read': 'Read webhook endpoints and deliveries.',
  'webhooks:write': 'Create, change and delete webhook endpoints.',
  'chat:read': 'Read linked chats.',
  'chat:write': 'Link and unlink chats.',
  'admin:read': 'Read administrative data. The key’s owner must have a role that allows it.',
  'admin:write': 'Change administrative settings. The key’s owner must have a role that allows it.',
} as const satisfies Record<string, string>
export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]

/**
 * The sender of a request: a signed-in user, or a program acting for a user with an API key or as a connected app.
 */
export interface Caller {
  readonly kind: 'user' | 'api-key' | 'app'
  readonly uid: UserId
  readonly role: Role
  readonly plan: string
  /** The API key or, for the kind `app`, the connected app. */
  readonly keyId: ApiKeyId | ConnectedAppId | null
  /** Null if not restricted: everything that the user can do. */
  readonly scopes: ReadonlySet<Scope> | null
  /** Null if not restricted to certain profiles. */
  readonly onlyProfiles: readonly ProfileId[] | null
  /** The path that the token is restricted to, if it is valid for only one part of the service. */
  readonly onlyUnder?: '/mcp'
  /** The time of the user's last sign-in or reauthentication; null for programs. */
  readonly signedInAt: Date | null
  /** The session that the identity token belongs to. Null for programs and for tokens from an external provider. */
  readonly sessionId: SessionId | null
  /** Set if the user acts in a linked chat. */
  readonly via?: 'chat'
  /** Recorded in the audit log with every change that the request makes. */
  readonly requestId: string
}

/** The part of a caller that follows from the token alone. The request adds its ID. */
export type Credential = Omit<Caller, 'requestId'>

/** The credential that a route requires. The server does not start if a route declares none. */
export type Access =
  /** `orIdentity`: an identity token is optional and is used if sent. */
  | { readonly credential: 'none'; readonly orIdentity?: true }
  | { readonly credential: 'identity'; readonly role?: Role }
  /** `orCronSecret`: the cron secret in `x-cron-secret` is also accepted. */
  | {
      readonly credential: 'key-or-identity'
      /** Null if any key is accepted. The actions of the caller there have their own access rules. */
      readonly scope: Scope | null
      /** The scope that was required before. It is still accepted, and the response says that it is deprecated. */
      readonly formerScope?: Scope
      readonly role?: Role
      readonly orCronSecret?: true
    }
