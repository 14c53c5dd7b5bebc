export type { AccountDeps as MentionDeps } from '#modules/accounts/index.ts'
