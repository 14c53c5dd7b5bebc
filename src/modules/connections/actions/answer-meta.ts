import { randomBytes } from 'node:crypto'
import { inTx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { type Granter, grantsGranted, revokeConsent } from '#modules/accounts/index.ts'
import { deleteNetworkData } from '../deletion-job.ts'
import { type Deletion, findDeletion, openDeletion } from '../deletion-store.ts'
import type { InboundDeps } from '../inbound-deps.ts'
import { type Asked, metaGroup, readAsked } from '../meta-group.ts'

/** A person has removed the app. Whoever is not known here has nothing to take back. */
export async function deauthorize(deps: InboundDeps, signedRequest: string): Promise<void> {
  const { granters, at } = demandAsked(deps, signedRequest)
  for (const granter of granters) await revokeConsent(deps, granter, at)
}

export interface Receipt {
  /** Where the person can see how far it is. */
  readonly url: string
  readonly confirmation_code: string
}

/**
 * A person wants deleted what the network told us of them. Nothing more goes out for them from here on; the rest is done
 * by a job, and a repeat while that is open is the same request.
 */
export async function requestDeletion(deps: InboundDeps, signedRequest: string): Promise<Receipt> {
  const { granters, at } = demandAsked(deps, signedRequest)
  const grantIds: string[] = []
  for (const granter of granters) {
    grantIds.push(...(await grantsGranted(deps, granter, at)).map(({ id }) => id))
    await revokeConsent(deps, granter, at)
  }
  const code = await inTx(deps.db, async (tx) => {
    const principalHash = hashOf(deps, granters)
    const opened = { code: newCode(), network: metaGroup, principalHash, requestedAt: deps.clock.now() }
    const open = await openDeletion(tx, opened)
    await deps.queue.enqueue(tx, deleteNetworkData, { code: open, grantIds })
    return open
  })
  const url = `${deps.config.publicUrl}${statusPath}?code=${code}`
  return { url, confirmation_code: code }
}

export const statusPath = '/v1/platforms/netgroup/data-deletion/status'

export const deletionStatus = async ({ db }: Pick<InboundDeps, 'db'>, code: string): Promise<Deletion> =>
  (await findDeletion(db, code)) ?? refuse('deletion_not_found', { detail: 'Look for a typing error in the code.' })

const demandAsked = (deps: InboundDeps, signedRequest: string): Asked =>
  readAsked(deps, signedRequest) ??
  refuse('signed_request_invalid', {
    detail: 'It must be signed with the secret of the app that is registered here, and name a person.',
  })

/** Ids of persons are short enough to be guessed one by one, so the digest is one that only we can make. */
const hashOf = ({ seal }: Pick<InboundDeps, 'seal'>, granters: readonly Granter[]): Buffer =>
  seal.hmac('data-deletion', JSON.stringify(granters.map(({ mode, principal }) => [mode, principal])))

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 130 random bits, in letters that nobody mistakes for one another. */
const newCode = (): string => [...randomBytes(26)].map((byte) => letters[byte & 31]).join('')
