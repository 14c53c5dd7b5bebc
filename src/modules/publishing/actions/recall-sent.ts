import { CallFailed, type Connector, type Named } from '#connectors/connector.ts'
import { after, seconds } from '#kernel/clock.ts'
import { type AccountDeps, httpFor, liveGrant } from '#modules/accounts/index.ts'
import type { Network } from '#rules/network-names.ts'
import { belongsToAnother } from '../store/fenced.ts'
import { type DueUnsent, findDueUnsent } from '../store/restored.ts'

/** A network's answer about a publication that a restored database takes for unsent. */
export interface Recollection {
  readonly publicationId: string
  readonly targetId: string
  readonly network: Network
  /** `unsure`: the network cannot be asked, or its answer fits several posts. */
  readonly is: 'there' | 'absent' | 'unsure'
  readonly found: Named | null
}

const callMs = seconds(20)
const togetherMax = 8

/**
 * Asks each network for the posts whose time has come. Posts that were sent after the backup are out, and the restored
 * database does not know it. Changes nothing. Asks for the posts of one account one at a time.
 */
export async function recallSent(
  deps: AccountDeps,
  { since, signal }: { readonly since: Date; readonly signal: AbortSignal },
): Promise<readonly Recollection[]> {
  const lanes = [...Map.groupBy(await findDueUnsent(deps.db), ({ remoteAccountId }) => remoteAccountId).values()]
  const recollections: Recollection[] = []
  const askSome = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane; lane = lanes.shift())
      for (const due of lane) recollections.push(await recallOne(deps, due, { since, signal }))
  }
  await Promise.all(Array.from({ length: togetherMax }, askSome))
  return recollections
}

async function recallOne(
  deps: AccountDeps,
  due: DueUnsent,
  { since, signal }: { readonly since: Date; readonly signal: AbortSignal },
): Promise<Recollection> {
  const { id: publicationId, targetId, network } = due
  const recalled = await ask(deps, deps.connectors[network], due, { since, signal })
  const found = typeof recalled === 'string' ? null : recalled
  return { publicationId, targetId, network, is: typeof recalled === 'string' ? recalled : 'there', found }
}

async function ask(
  deps: AccountDeps,
  connector: Connector | undefined,
  due: DueUnsent,
  { since, signal }: { readonly since: Date; readonly signal: AbortSignal },
) {
  if (!connector?.recall) return 'unsure'
  try {
    const live = await liveGrant(deps, due.accountId, { signal })
    if ('lost' in live) return 'unsure'
    const { network, mode } = due
    const http = httpFor(deps, { network, mode, deadline: after(deps.clock.now(), callMs), signal, fresh: false })
    const ours = async (remoteId: string) => !(await belongsToAnother(deps.db, due, remoteId))
    return await connector.recall({ grant: live.grant, http, signal, since, ours }, due.snapshot)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    deps.log.warn(
      { event: 'publishing.recall_failed', err: error, publicationId: due.id },
      'The network could not be asked whether a post is out',
    )
    return 'unsure'
  }
}
