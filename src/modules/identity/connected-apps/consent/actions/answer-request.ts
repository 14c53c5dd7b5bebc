import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { hashSecret } from '../../../hash-secret.ts'
import { codeMs, newSecret } from '../../app-tokens.ts'
import { recordClientUse } from '../../clients/store.ts'
import { insertCode } from '../../store.ts'
import { type AdmitDeps, type Answer, admitApp } from '../admit-app.ts'
import { buildReturn, type ConsentDeps } from '../read-request.ts'
import { requireSound } from './check-request.ts'

/** Approves or denies an app's request, and returns the URL that takes the browser back to the app. */
export async function answerRequest(
  deps: ConsentDeps & AdmitDeps,
  caller: Caller,
  { request: text, ...answer }: Answer & { readonly request: string },
): Promise<{ readonly redirectTo: string }> {
  const request = await requireSound(deps, text)
  if (answer.decision === 'refuse') {
    const refusal = { error: 'access_denied', error_description: 'The user refused.' }
    return { redirectTo: buildReturn(deps.config, request, refusal) }
  }
  const code = newSecret()
  const now = deps.clock.now()
  const expiresAt = after(now, codeMs)
  await inTx(deps.db, async (tx) => {
    const appId = await admitApp(deps, tx, caller, request, answer, expiresAt)
    const { redirectUri, challenge, client } = request
    await insertCode(tx, { codeHash: hashSecret(code), appId, redirectUri, challenge, expiresAt })
    const registered = fromWire('client', client.id)
    if (registered) await recordClientUse(tx, registered, now)
  })
  return { redirectTo: buildReturn(deps.config, request, { code }) }
}
