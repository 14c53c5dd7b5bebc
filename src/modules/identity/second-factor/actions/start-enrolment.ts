import { randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { IdentityDeps } from '../../deps.ts'
import { findUser, type User } from '../../people/store.ts'
import { requireFreshSignIn } from '../../sessions/require-fresh-sign-in.ts'
import {
  pendingSecretBinding,
  proveSecondFactor,
  refuseUnproved,
  type SecondFactorDeps,
  type Unproved,
} from '../second-factor.ts'
import { setPendingSecret } from '../store.ts'
import { base32, otpauthUrl, secretBytes } from '../totp.ts'

interface StartedEnrolment {
  readonly secret: string
  readonly otpauthUrl: string
  readonly qrSvg: string
}

/**
 * Returns a new secret, which is not shown again. The secret takes effect when the user sends back a code generated
 * from it. An existing factor stays active until then, and starting requires one of its codes. Only the most recent
 * secret is valid.
 */
export async function startEnrolment(
  deps: SecondFactorDeps & Pick<IdentityDeps, 'config'>,
  caller: Caller,
  code: string | undefined,
): Promise<StartedEnrolment> {
  const now = deps.clock.now()
  const secret = randomBytes(secretBytes)
  const outcome = await inTx(deps.db, async (tx): Promise<Unproved | { readonly kind: 'started'; user: User }> => {
    const proof = await proveSecondFactor(deps, tx, caller, code, now)
    if (proof.kind === 'not-enrolled') {
      requireFreshSignIn(caller, now, 'Sign in again, then set up the second factor within 15 minutes.')
    } else if (proof.kind !== 'proved') return proof
    const user = (await findUser(tx, caller.uid)) ?? refuse('unauthenticated')
    await setPendingSecret(tx, {
      uid: user.id,
      sealedPendingSecret: deps.seal.seal(secret, pendingSecretBinding(user.id)),
      pendingSince: now,
    })
    await writeAudit(tx, {
      at: now,
      caller,
      ownerUid: user.id,
      action: 'second_factor.enrolment_started',
      subject: toWire('usr', user.id),
    })
    return { kind: 'started', user }
  })
  if (outcome.kind !== 'started') return refuseUnproved(outcome)
  const url = otpauthUrl(secret, `Posthorn ${new URL(deps.config.publicUrl).hostname}`, accountOf(outcome.user))
  return { secret: base32(secret), otpauthUrl: url, qrSvg: renderSVG(url, { ecc: 'M', border: 4, pixelSize: 4 }) }
}

const accountOf = (user: User): string => user.email ?? user.name
