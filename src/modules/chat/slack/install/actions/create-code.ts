import type { Caller } from '#kernel/caller.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { slackCodes } from '../link-codes.ts'

/** Creates a code by which a person in Slack links themselves to the caller. */
export async function createCode(deps: SlackDeps, caller: Caller) {
  requireSlack(deps)
  const { code, expiresAt } = await slackCodes.issue(deps, caller)
  return { code, command: `/posthorn link ${code}`, expiresAtMs: expiresAt.getTime() }
}
