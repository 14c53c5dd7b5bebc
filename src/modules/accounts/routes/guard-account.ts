import type { z } from 'zod'
import type { Guarded } from '#infra/http/answer/conditional.ts'
import { guardContent } from '#infra/http/answer/guard.ts'
import { readAccount } from '../actions/read-accounts.ts'
import type { AccountDeps } from '../deps.ts'
import { account, type accountPath } from '../schema.ts'

/** Guards the account that a path names. */
export const guardAccount = (deps: AccountDeps): Guarded =>
  guardContent(account, (tx, caller, { accountId }: z.output<typeof accountPath>) =>
    readAccount({ ...deps, db: tx }, caller, accountId),
  )
