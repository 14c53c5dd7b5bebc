import { readAhead } from '#connectors/check/read-ahead.ts'
import { createFairGate } from '#infra/streams/fair-gate.ts'
import type { Overrides } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import type { Draft, PostContent } from '../draft/draft.ts'
import { composeOutgoing } from './compose-outgoing.ts'

/** Shorter texts are read so quickly that other requests do not notice. */
const longUnits = 2_000

/** Reads one text in each iteration of the event loop, so that other requests are served in between. */
const fairGate = createFairGate(1)

/**
 * Reads a draft's long texts for each of its accounts before a transaction begins. The findings are cached, so that the
 * later check is fast and does not hold locks or the connection for long within a transaction.
 */
export async function readTextsAhead({ connectors }: Pick<PostDeps, 'connectors'>, draft: Draft): Promise<void> {
  const { post, targets, files } = draft
  for (const { network, account, overrides } of targets) {
    const connector = connectors[network]
    if (!connector || !account || countUnits(post, overrides) < longUnits) continue
    const reading = readAhead(connector, composeOutgoing(post, overrides, account, files))
    do await fairGate.turn()
    while (!reading.next().done)
  }
}

const countUnits = ({ content, thread, firstComment }: PostContent, own: Overrides): number =>
  [own.content ?? content, own.firstComment ?? firstComment ?? '', ...thread.map((part) => part.content)].reduce(
    (sum, text) => sum + text.length,
    0,
  )
