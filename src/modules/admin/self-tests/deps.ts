import type { Config } from '#infra/config/config.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Scratch, Storage } from '#infra/storage/index.ts'
import { type AccountDeps, appCheckCodes } from '#modules/accounts/index.ts'

export type SelfTestDeps = Omit<AccountDeps, 'config' | 'queue' | 'emit'> & {
  readonly config: Config
  readonly queue: Queue
  readonly emit: Emit
  readonly mailer: Mailer
  readonly storage: Storage
  readonly scratch: Scratch
}

/** The findings of tests of our own parts. Pages translate them, so a code is never renamed. */
export const findingCodes = [
  'database_works',
  'database_reads_only',
  'database_returns_else',
  'storage_works',
  'storage_returns_else',
  'queue_moves',
  'queue_stands',
  'mail_works',
  'mail_refused',
  'clocks_agree',
  'clocks_differ',
  'server_new_enough',
  'server_too_old',
  'webhook_whole',
  'webhook_changed',
  'network_not_offered',
  'network_not_set_up',
  'network_without_address',
  'network_reached',
  'network_unreached',
  'network_knows_account',
  'network_without_answer',
  'account_lost',
  'stock_not_set_up',
  'stock_works',
  'stock_refused',
  'test_too_slow',
  'test_broke',
  ...appCheckCodes,
] as const

export type FindingCode = (typeof findingCodes)[number]

/** The result of one test, with the remedy if it failed. */
export interface Finding {
  readonly ok: boolean
  readonly code: FindingCode
  readonly detail: string
}

export interface SelfTest {
  readonly name: string
  readonly about: string
  run(deps: SelfTestDeps): Promise<Finding>
}
