import { setTimeout as sleep } from 'node:timers/promises'
import type { Started } from '../../tools/processes.ts'
import type { Chat } from './people.ts'
import { control } from './sandbox.ts'

/** One message of a person, and when it was written. */
export interface Message extends Chat {
  readonly text: string
  readonly writtenAt: number
  /** The time until the service accepted the delivery. Null if it did not within the time that the chat allows. */
  readonly takenMs: number | null
}

/** Lets each chat write one message, at a random moment of the time. */
export const writeAll = (
  sandbox: Started,
  chats: readonly Chat[],
  { round, overMs }: { readonly round: string; readonly overMs: number },
): Promise<Message[]> =>
  Promise.all(
    chats.map(async (chat) => {
      await sleep(Math.random() * overMs)
      return write(sandbox, chat, `Message ${round} of ${chat.person}.`)
    }),
  )

async function write(sandbox: Started, chat: Chat, text: string): Promise<Message> {
  const writtenAt = Date.now()
  const answer = await control<Delivered>(sandbox, 'act', {
    network: chat.network,
    account: chat.person,
    act: 'say',
    with: { body: text },
  })
  const status = 'updates' in answer ? answer.updates[0]?.status : answer.status
  return { ...chat, text, writtenAt, takenMs: status === 200 ? Date.now() - writtenAt : null }
}

type Delivered = { readonly status: number } | { readonly updates: readonly { readonly status: number | null }[] }
