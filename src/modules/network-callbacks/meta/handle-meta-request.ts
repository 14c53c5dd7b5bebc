import { randomBytes } from 'node:crypto'
import { readSignedRequest } from '#connectors/meta/hub.ts'
import { inTx } from '#infra/db/client.ts'
import { refuse } from '#kernel/errors.ts'
import { type Granter, listGrantsGiven, noteRevokedConsent } from '#modules/accounts/index.ts'
import { networkEntries } from '#rules/network-names.ts'
import type { CallbackDeps } from '../deps.ts'
import { listOwnApps } from '../own-apps.ts'
import { deleteNetworkData } from './jobs.ts'
import { type Deletion, ensureDeletion, findDeletion } from './store.ts'

/** Revokes the consent of a person who has removed the app. Does nothing for a person unknown here. */
export async function deauthorize(deps: CallbackDeps, signedRequest: string): Promise<void> {
  const { granters, at } = requireMetaRequest(deps, signedRequest)
  for (const granter of granters) await noteRevokedConsent(deps, granter, at)
}

interface DeletionReceipt {
  /** URL where the person can see the state of the deletion. */
  readonly url: string
  readonly confirmation_code: string
}

/**
 * Opens a request to delete the network's data about a person. Revokes the person's consent at once, so nothing more is
 * published with it; a job does the rest. A repeat while that request is open returns the same request.
 */
export async function requestDeletion(deps: CallbackDeps, signedRequest: string): Promise<DeletionReceipt> {
  const { granters, at } = requireMetaRequest(deps, signedRequest)
  const grantIds: string[] = []
  for (const granter of granters) {
    grantIds.push(...(await listGrantsGiven(deps, granter, at)).map(({ id }) => id))
    await noteRevokedConsent(deps, granter, at)
  }
  const code = await inTx(deps.db, async (tx) => {
    const principalHash = hashGranters(deps, granters)
    const opened = { code: newCode(), network: metaGroup, principalHash, requestedAt: deps.clock.now() }
    const open = await ensureDeletion(tx, opened)
    await deps.queue.enqueue(tx, deleteNetworkData, { code: open, grantIds })
    return open
  })
  const url = `${deps.config.publicUrl}${statusPath}?code=${code}`
  return { url, confirmation_code: code }
}

export const statusPath = '/v1/platforms/netgroup/data-deletion/status'

export const readDeletion = async ({ db }: Pick<CallbackDeps, 'db'>, code: string): Promise<Deletion> =>
  (await findDeletion(db, code)) ?? refuse('deletion_not_found', { detail: 'Check the spelling of the code.' })

const requireMetaRequest = (deps: CallbackDeps, signedRequest: string): MetaRequest =>
  readMetaRequest(deps, signedRequest) ??
  refuse('signed_request_invalid', {
    detail: 'The request must be signed with the secret of the app that is registered here and contain a user ID.',
  })

/** Hashes people's IDs with a key, because they are short enough to be guessed from a plain digest. */
const hashGranters = ({ seal }: Pick<CallbackDeps, 'seal'>, granters: readonly Granter[]): Buffer =>
  seal.hmac('data-deletion', JSON.stringify(granters.map(({ mode, principal }) => [mode, principal])))

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Returns 130 random bits in letters that are not easily confused. */
const newCode = (): string => [...randomBytes(26)].map((byte) => letters[byte & 31]).join('')

/** Name for all of these networks in the rows of deletion requests. */
const metaGroup = 'meta'

interface MetaRequest {
  /** The possible grantors: one for each network and mode whose app signed the request. Never empty. */
  readonly granters: readonly Granter[]
  /** The time of the request; null if it states none. */
  readonly at: Date | null
}

/**
 * Reads a signed request. Null if none of our apps signed it. A signature by the sandbox's app does not cover live
 * accounts. Within a mode the request does not state which network's secret signed it, so a signature made with any of
 * these secrets is accepted for every network.
 */
export function readMetaRequest({ config }: Pick<CallbackDeps, 'config'>, signedRequest: string): MetaRequest | null {
  const metaNetworks = networkEntries(config.networks).filter(([, { company }]) => company === 'meta')
  const apps = metaNetworks.flatMap(([network]) => listOwnApps(config, network).map((own) => ({ network, ...own })))
  const found = apps.flatMap(({ network, mode }) => {
    const secrets = apps.filter((one) => one.mode === mode).map(({ app }) => app.clientSecret)
    const read = readSignedRequest(signedRequest, secrets)
    return read ? [{ granter: { network, mode, principal: read.userId }, at: read.issuedAt }] : []
  })
  const [first] = found
  return first ? { granters: found.map(({ granter }) => granter), at: first.at } : null
}
