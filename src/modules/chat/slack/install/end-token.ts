import type { SealedJobField } from '#infra/queue/index.ts'
import type { SlackDeps } from '../deps.ts'
import { createSlackClient } from '../web-api/client.ts'
import { isEnd } from '../web-api/failures.ts'

export interface EndToken {
  readonly mode: 'live' | 'sandbox'
  readonly sealedToken: string
}

const binding = 'slack.end-token'

export const sealForJob = ({ seal }: Pick<SlackDeps, 'seal'>, token: string): string =>
  seal.seal(token, binding).toString('base64')

/** The token in the job, which a rotation of SECRET_KEY seals again. */
export const sealedEndToken: SealedJobField = { job: binding, field: 'sealedToken', boundTo: () => binding }

/** Revokes a token whose workspace is forgotten. A token that is dead already is as good. */
export async function endTokenAtSlack(deps: SlackDeps, { mode, sealedToken }: EndToken): Promise<void> {
  const { slack } = deps.config
  if (slack?.mode !== mode) return
  const token = deps.seal.open(Buffer.from(sealedToken, 'base64'), binding).toString('utf8')
  try {
    await createSlackClient(deps, slack, token).call('auth.revoke', {})
  } catch (error) {
    if (!isEnd(error)) throw error
  }
}
