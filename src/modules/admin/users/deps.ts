import type { IdentityDeps } from '#modules/identity/index.ts'

export type UserDeps = IdentityDeps
