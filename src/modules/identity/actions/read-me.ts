import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { type AnsweredUser, presentUser } from '../present.ts'
import { userOf } from '../user-store.ts'

/** Whoever was deleted a moment ago is nobody any more. */
export async function readMe(db: Db, caller: Caller): Promise<AnsweredUser> {
  return presentUser((await userOf(db, caller.uid)) ?? refuse('unauthenticated'))
}
