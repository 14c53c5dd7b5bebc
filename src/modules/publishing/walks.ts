import type { Connector, Outgoing } from '#connectors/connector.ts'
import type { Extras } from '#connectors/contract/extras.ts'
import type { Db } from '#infra/db/client.ts'
import type { Network } from '#rules/network-names.ts'
import { isVisible } from './decide/work.ts'
import type { TrailEntry } from './publication.ts'
import { type RowStatus, underWay } from './state.ts'
import { readCalls, readWalked, type WalkedRow } from './store/reads.ts'

/** The purposes of steps: to prepare the post, to make it visible, or to add what belongs below it. */
export const stepKinds = ['prepare', 'publish', 'follow_up'] as const
type StepKind = (typeof stepKinds)[number]

type Connectors = Readonly<Partial<Record<string, Connector>>>

/** The post as it was frozen, and what readers see in addition to its text and files. */
type Sent = Outgoing & { readonly extras: Extras }

/** The progress of a publication, and what is sent. */
interface Walk {
  readonly targetId: string
  readonly accountId: string
  readonly network: Network
  readonly status: RowStatus
  readonly steps: readonly (TrailEntry & { readonly kind: StepKind })[]
  /** The current step. Null after the end. */
  readonly now: { readonly step: string; readonly kind: StepKind; readonly isLookedFor: boolean } | null
  readonly calls: Awaited<ReturnType<typeof readCalls>>
  readonly sent: Sent
}

/**
 * Reads the progress of each of these publications. The texts of `sent` are those sent to the network, byte for byte.
 */
export async function walksOf(db: Db, connectors: Connectors, publicationIds: readonly string[]): Promise<Walk[]> {
  const [rows, calls] = await Promise.all([readWalked(db, publicationIds), readCalls(db, publicationIds)])
  const callsById = Map.groupBy(calls, ({ publicationId }) => publicationId)
  return rows.map((row) => {
    const connector = connectors[row.network]
    const { targetId, accountId, network, status, snapshot } = row
    return {
      targetId,
      accountId,
      network,
      status,
      steps: row.trail.map((entry) => ({ ...entry, kind: kindOf(connector, entry.step) })),
      now: standing(row, connector),
      calls: callsById.get(row.id) ?? [],
      sent: connector ? asSent(connector, snapshot) : { ...snapshot, extras: {} },
    }
  })
}

function standing({ status, step, doubt }: WalkedRow, connector: Connector | undefined): Walk['now'] {
  const isOpen = status === 'queued' || status === 'held' || underWay.some((one) => one === status)
  return isOpen ? { step, kind: kindOf(connector, step), isLookedFor: doubt !== null } : null
}

function kindOf(connector: Connector | undefined, name: string): StepKind {
  const step = connector?.steps[name]
  if (step?.optional) return 'follow_up'
  return step && isVisible(step) ? 'publish' : 'prepare'
}

function asSent(connector: Connector, snapshot: Outgoing): Sent {
  const { parts: planned, extras = {} } = connector.plan(snapshot)
  const parts = snapshot.parts.map((part, nth) => ({ ...part, text: planned[nth]?.text ?? part.text }))
  return { ...snapshot, parts, extras }
}
