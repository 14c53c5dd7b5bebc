import { inTx } from '#infra/db/client.ts'
import type { Caller, Scope } from '#kernel/caller.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { fromWire } from '#kernel/ids.ts'
import type { IdentityDeps } from '../../../deps.ts'
import { codeMs } from '../../app-tokens.ts'
import { recordClientUse } from '../../clients/store.ts'
import { type AdmitDeps, type Answer, admitApp } from '../../consent/admit-app.ts'
import { answerWaiting } from '../store.ts'
import { requireWaiting } from './check-device-code.ts'

/** Approves or denies a device that is waiting for its code to be entered. */
export async function answerDeviceCode(
  deps: AdmitDeps & Pick<IdentityDeps, 'db' | 'seal'>,
  caller: Caller,
  { userCode, ...answer }: Answer & { readonly userCode: string },
): Promise<void> {
  const request = await requireWaiting(deps, userCode)
  const now = deps.clock.now()
  await inTx(deps.db, async (tx) => {
    const { clientId, name, homeUrl, audience, deviceHash } = request
    const isFirst =
      answer.decision === 'refuse'
        ? await answerWaiting(tx, deviceHash, { refusedAt: now })
        : await answerWaiting(tx, deviceHash, {
            appId: await admitApp(
              deps,
              tx,
              caller,
              { client: { id: clientId, name, homeUrl }, audience, scopes: request.scopes as Scope[] },
              answer,
              after(request.expiresAt, codeMs),
            ),
          })
    if (!isFirst) refuse('device_code_not_found')
    const registered = fromWire('client', clientId)
    if (registered && answer.decision === 'allow') await recordClientUse(tx, registered, now)
  })
}
