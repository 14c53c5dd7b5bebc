import { shown } from '../chat/messages.ts'
import type { Platform } from '../state/platform.ts'
import type { Block, Message, Person, View } from '../state/records.ts'
import { checkView, replaceView, shownView, stack } from '../views/views.ts'
import { elementsOf } from '../wire/blocks.ts'
import type { AppAnswer } from './deliver.ts'
import { interact, newResponseUrl } from './person-acts.ts'

/** The values of a form, by block and action, in Slack's format. */
export type FormValues = Readonly<Record<string, Readonly<Record<string, object>>>>

/** Presses a button, or changes a field that reports its changes, in a message or a view. */
export function press(
  platform: Platform,
  person: Person,
  place: Message | View,
  actionId: string,
  { values = {}, chosen = {} }: { readonly values?: FormValues; readonly chosen?: object } = {},
): Promise<AppAnswer> | null {
  const found = findElement(blocksOf(place), actionId)
  if (!found) return null
  const { type, value, text } = found.element
  const action = { type, action_id: actionId, block_id: found.blockId, action_ts: platform.nextTs(), ...chosen }
  const button = { ...(value !== undefined && { value }), ...(text !== undefined && { text }) }
  return interact(platform, person, {
    type: 'block_actions',
    actions: [{ ...action, ...button }],
    ...('sent' in place ? inView(place, values) : inMessage(platform, person, place)),
  })
}

const inView = (view: View, values: FormValues) => ({
  container: { type: 'view', view_id: view.id },
  view: shownView(view, values),
})

function inMessage(platform: Platform, person: Person, message: Message) {
  const { ts, channel, onlyFor } = message
  return {
    container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: onlyFor !== null },
    channel: { id: channel, name: 'directmessage' },
    message: shown(message),
    response_url: newResponseUrl(platform, person, channel, ts),
  }
}

/** Submits the topmost modal, and applies the app's response. */
export async function submit(platform: Platform, person: Person, values: FormValues): Promise<AppAnswer | null> {
  const view = person.modals.at(-1)
  if (!view) return null
  const answer = await interact(platform, person, { type: 'view_submission', view: shownView(view, values) })
  if (answer.status === 200) follow(platform, person, view, answer)
  else view.errors = { '': 'We had some trouble connecting. Try again?' }
  return answer
}

function follow(platform: Platform, person: Person, view: View, { body }: AppAnswer): void {
  const reply: Readonly<Record<string, unknown>> = body === '' ? {} : JSON.parse(body)
  switch (reply.response_action) {
    case 'errors':
      view.errors = reply.errors as Readonly<Record<string, string>>
      return
    case 'update':
      replaceView(platform, view, checkView(reply.view, 'modal'))
      return
    case 'push':
      stack(platform, person, checkView(reply.view, 'modal'))
      return
    case 'clear':
      person.modals.length = 0
      return
    default:
      person.modals.pop()
  }
}

export const blocksOf = (place: Message | View): readonly Block[] =>
  'sent' in place ? (place.sent.blocks as readonly Block[]) : place.blocks

/** Finds a button or a field by its action ID. Blocks without an ID are named by position. */
function findElement(
  blocks: readonly Block[],
  actionId: string,
): { readonly blockId: string; readonly element: Block } | null {
  for (const [at, block] of blocks.entries()) {
    const element = elementsOf(block).find((one) => one.action_id === actionId)
    if (element) return { blockId: String(block.block_id ?? `b${at}`), element }
  }
  return null
}
