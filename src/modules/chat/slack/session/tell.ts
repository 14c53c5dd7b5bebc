import { escapeTags } from '#kernel/text/escape-html.ts'
import { describeRefusal } from '#tasks/run-task.ts'
import { type SlackMessage, say } from '../show/blocks.ts'
import { SlackRefusal } from '../web-api/failures.ts'
import type { Session } from './session.ts'

/** Writes to a person in their direct messages with the app. */
export const write = async ({ client, slackId }: Pick<Session, 'client' | 'slackId'>, message: SlackMessage) =>
  void (await client.call('chat.postMessage', {
    channel: slackId,
    unfurl_links: false,
    unfurl_media: false,
    ...message,
  }))

/** Returns what a person reads when the API refuses. Any other error is thrown: it is no answer. */
export function explain(error: unknown): string {
  const text = describeRefusal(error)
  if (text === null) throw error
  return escapeTags(text)
}

/**
 * Opens a modal. Slack lets that happen within three seconds of what the person did; where that was missed, the person
 * is asked to try again.
 */
export async function openModal(session: Session, triggerId: string | undefined, view: object): Promise<void> {
  try {
    await session.client.call('views.open', { trigger_id: triggerId ?? '', view })
  } catch (error) {
    const isLate = error instanceof SlackRefusal && /trigger/.test(error.code)
    if (!isLate) throw error
    await write(session, say('Slack stopped waiting before Posthorn could answer. Please try again.'))
  }
}
