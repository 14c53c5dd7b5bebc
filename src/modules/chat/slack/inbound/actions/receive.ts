import { inTx } from '#infra/db/client.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { handleInbox } from '../../jobs.ts'
import { bodyBinding, insertInbox } from '../../store/inbox.ts'
import { keyOf } from '../keys.ts'
import type { Received } from '../readings.ts'

interface Came {
  readonly teamId: string
  readonly received: Received
  /** Names what came where it has no name of its own. */
  readonly eventId: string
}

/** Stores what came, with the job that handles it. The same again changes nothing. */
export async function receive(deps: SlackDeps, { teamId, received, eventId }: Came): Promise<void> {
  const { mode } = requireSlack(deps)
  const key = `${mode}:${keyOf(teamId, received, eventId)}`
  const sealedBody = deps.seal.seal(JSON.stringify(received), bodyBinding(key))
  await inTx(deps.db, async (tx) => {
    const isNew = await insertInbox(tx, { key, mode, teamId, sealedBody, receivedAt: deps.clock.now() })
    if (isNew) await deps.queue.enqueue(tx, handleInbox, { key })
  })
}
