import { createHash } from 'node:crypto'
import { inTx } from '#infra/db/client.ts'
import { requireSlack, type SlackDeps } from '../../deps.ts'
import { handleInbox } from '../jobs.ts'
import type { Received, SlackInteraction } from '../readings.ts'
import { hasEffect } from '../show/action-names.ts'
import { bodyBinding, insertInbox } from '../store/inbox.ts'

interface Came {
  readonly teamId: string
  readonly received: Received
  /** Names for deliveries that have no name. */
  readonly eventId: string
}

/** Stores a delivery, with the job that handles it. A repeated delivery changes nothing. */
export async function receive(deps: SlackDeps, { teamId, received, eventId }: Came): Promise<void> {
  const { mode } = requireSlack(deps)
  const key = `${mode}:${keyOf(teamId, received, eventId)}`
  const sealedBody = deps.seal.seal(JSON.stringify(received), bodyBinding(key))
  await inTx(deps.db, async (tx) => {
    const isNew = await insertInbox(tx, { key, mode, teamId, sealedBody, receivedAt: deps.clock.now() })
    if (isNew) await deps.queue.enqueue(tx, handleInbox, { key })
  })
}

/**
 * Returns a key for a person's action, so that it is handled once, however often Slack reports it. A message has its
 * own key, because Slack sometimes delivers the same message under several event IDs. A click with an effect is
 * identified by the button as rendered, so a double click counts once.
 */
function keyOf(teamId: string, received: Received, eventId: string): string {
  switch (received.kind) {
    case 'event': {
      const { event } = received
      return event.type === 'message'
        ? named('message', teamId, event.channel, event.ts, event.subtype ?? '')
        : named('event', teamId, eventId)
    }
    case 'command':
      return named('command', teamId, received.command.trigger_id)
    case 'interaction': {
      const { interaction } = received
      if (interaction.type === 'block_actions' && interaction.actions.every(({ action_id: name }) => hasEffect(name)))
        return namePress(teamId, interaction)
      return named(interaction.type, teamId, interaction.trigger_id ?? eventId)
    }
    default:
      return received satisfies never
  }
}

type Press = Extract<SlackInteraction, { readonly type: 'block_actions' }>

/** The value of a button with an effect is new each time the button is drawn. */
const namePress = (teamId: string, { user, actions }: Press): string =>
  named('press', teamId, user.id, JSON.stringify(actions.map(({ action_id: name, value = '' }) => [name, value])))

/** Hashes the parts, so that keys have a fixed length and separators in the parts do not matter. */
const named = (kind: string, ...parts: readonly string[]): string =>
  `${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
