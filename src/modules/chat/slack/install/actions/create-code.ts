import { randomBytes } from 'node:crypto'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, minutes } from '#kernel/clock.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { insertCode } from '../../store/people.ts'
import { hashLinkCode, newLinkCode } from '../link-code.ts'

const goodForMs = minutes(10)

/** Creates a code by which a person in Slack links themselves to the caller. */
export async function createCode(deps: SlackDeps, { uid }: Caller) {
  requireSlack(deps)
  const code = newLinkCode(randomBytes)
  const expiresAt = after(deps.clock.now(), goodForMs)
  await inTx(deps.db, (tx) => insertCode(tx, { codeHash: hashLinkCode(code), uid, expiresAt }))
  return { code, command: `/posthorn link ${code}`, expiresAtMs: expiresAt.getTime() }
}
