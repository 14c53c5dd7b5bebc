import type { Config } from '#infra/config/config.ts'
import type { Emit } from '#infra/events/index.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Scratch, Storage } from '#infra/storage/index.ts'
import type { AccountDeps } from '#modules/accounts/index.ts'

export type SelfTestDeps = Omit<AccountDeps, 'config' | 'queue' | 'emit'> & {
  readonly config: Config
  readonly queue: Queue
  readonly emit: Emit
  readonly mailer: Mailer
  readonly storage: Storage
  readonly scratch: Scratch
}

/** The result of one test, with the remedy where it failed. */
export interface Finding {
  readonly ok: boolean
  readonly detail: string
}

export interface SelfTest {
  readonly name: string
  readonly about: string
  run(deps: SelfTestDeps): Promise<Finding>
}
