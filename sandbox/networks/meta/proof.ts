import { createHmac } from 'node:crypto'
import { sandboxApp } from '../../core/oauth/client.ts'
import type { Params } from './params.ts'
import { refuse } from './refusals.ts'

/**
 * Checks the proof that a caller of Facebook's Graph API has the app's secret. A wrong proof is always rejected; a
 * missing one only if the app requires it.
 */
export function checkProof(
  { appsecret_proof: proof }: Params,
  token: string,
  { isDemanded }: { isDemanded: boolean },
): void {
  const wrong = (message: string) => refuse({ message, type: 'GraphMethodException', code: 104 })
  if (proof === undefined) {
    if (isDemanded) wrong('API calls from the server require an appsecret_proof argument')
  } else if (proof !== createHmac('sha256', sandboxApp.secret).update(token).digest('hex'))
    wrong('Invalid appsecret_proof provided in the API argument')
}
