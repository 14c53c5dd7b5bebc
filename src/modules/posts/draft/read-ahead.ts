import { readAhead } from '#connectors/check/read-ahead.ts'
import type { Db } from '#infra/db/client.ts'
import { createFairGate } from '#infra/streams/fair-gate.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { type AccountForPublishing, listProfileAccounts } from '#modules/accounts/index.ts'
import type { JudgeDeps } from '../check/check-post.ts'
import { outgoingOf, type PostContent } from '../check/compose-outgoing.ts'
import type { Overrides } from './written.ts'

export type Texts = Pick<PostContent, 'content' | 'thread' | 'firstComment' | 'format'>

export interface TargetToRead {
  readonly network: string
  /** Null: the default account there. */
  readonly accountId: AccountForPublishing['id'] | null
  readonly overrides: Overrides
}

/** Texts that are shorter together cost nothing that anybody notices. */
const longUnits = 2_000

/** Reads one text in each round of the event loop, so that other requests are served in between. */
const fairGate = createFairGate(1)

/**
 * Reads the texts of a post for each account that it goes to, before a transaction begins. What was read is remembered, so
 * judging in the transaction holds neither its locks nor its connection for long.
 */
export async function readPostAhead(
  deps: JudgeDeps & { readonly db: Db },
  profileId: ProfileId,
  texts: Texts,
  targetsFor: (accounts: readonly AccountForPublishing[]) => readonly TargetToRead[],
): Promise<void> {
  const accounts = await listProfileAccounts(deps.db, profileId)
  for (const target of targetsFor(accounts)) await readForTarget(deps, texts, target, accounts)
}

export async function readForTarget(
  { connectors }: JudgeDeps,
  texts: Texts,
  { network, accountId, overrides }: TargetToRead,
  accounts: readonly AccountForPublishing[],
): Promise<void> {
  const connector = connectors[network]
  const there = accounts.filter((account) => account.network === network)
  const account = there.find(({ id, isDefault }) => (accountId === null ? isDefault : id === accountId))
  if (!connector || !account || unitsOf(texts, overrides) < longUnits) return
  const post = { ...texts, title: null, media: [], language: null, link: null, settings: {} }
  const reading = readAhead(connector, outgoingOf(post, overrides, account, new Map()))
  do await fairGate.next()
  while (!reading.next().done)
}

const unitsOf = ({ content, thread, firstComment }: Texts, own: Overrides): number =>
  [own.content ?? content, own.firstComment ?? firstComment ?? '', ...thread.map((part) => part.content)].reduce(
    (sum, text) => sum + text.length,
    0,
  )
