import { BadControl } from '../../../core/control/control-input.ts'
import { isTree } from '../../../core/kit/tree.ts'
import type { Act } from '../../../core/network.ts'
import { sendEvent } from '../calls/deliver.ts'
import { type ChatInput, openHome, say, typeCommand, useShortcut, viewOf } from '../calls/person-acts.ts'
import { type FormValues, press, submit } from '../calls/press.ts'
import { endInstallation, type Platform } from '../state/platform.ts'
import type { Message, Person, View } from '../state/records.ts'

type Given = Readonly<Record<string, unknown>>

/** The acts of people in the chat. `with.body` says what a person writes, presses or fills in. */
export function createActs(platform: Platform): Readonly<Record<string, Act>> {
  const on =
    (act: (person: Person, given: Given) => object | null | Promise<object | null>): Act =>
    async (name, given = {}) => {
      const person = platform.person(name)
      if (!person) throw new BadControl(`Unknown person "${name}".`, 'account')
      return (await act(person, given)) ?? undefined
    }
  return {
    say: on((person, { body }) => say(platform, person, inputIn(body))),
    command: on((person, { body }) => typeCommand(platform, person, textIn(body))),
    open_home: on((person) => openHome(platform, person)),
    shortcut: on((person) => useShortcut(platform, person, null)),
    message_shortcut: on((person, { body }) => useShortcut(platform, person, messageIn(platform, person, body))),
    press: on((person, { body }) => {
      const { action, ts, values } = fieldsIn(body)
      const place =
        typeof ts === 'string' ? messageIn(platform, person, ts) : placeWith(platform, person, textIn(action))
      return press(platform, person, place, textIn(action), values ? { values: values as FormValues } : {})
    }),
    submit: on((person, { body }) => submit(platform, person, fieldsIn(body) as FormValues)),
    close: on(({ modals }) => ({ closed: modals.pop()?.id ?? null })),
    /** Returns what is on the screen: the open modal and the home tab, as the app sent them. */
    look: on(({ home, modals }) => ({ modal: modals.at(-1)?.sent ?? null, home: home?.sent ?? null })),
    /** Removes the app from the workspace. Slack sends both events, in either order. */
    uninstall: on(async ({ workspace }, { reason }) => {
      endInstallation(platform, workspace)
      const events = [
        { type: 'app_uninstalled', event_ts: platform.nextTs() },
        { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botId] }, event_ts: platform.nextTs() },
      ]
      const answers = []
      for (const event of reason === 'tokens first' ? events.reverse() : events)
        answers.push(await sendEvent(platform, workspace, event))
      return { answers }
    }),
    /** Sends a custom event, with its own ID or as a repeat of an earlier one. */
    send_event: on(({ workspace }, { body, event, t }) =>
      sendEvent(platform, workspace, fieldsIn(body), {
        ...(typeof event === 'string' ? { id: event } : {}),
        ...(typeof t === 'number' ? { t } : {}),
      }),
    ),
  }
}

const textIn = (value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value
  throw new BadControl('"with.body" must be a text.', 'with')
}

const fieldsIn = (value: unknown): Given => {
  if (isTree(value)) return value
  throw new BadControl('"with.body" must be an object.', 'with')
}

function inputIn(body: unknown): ChatInput {
  return typeof body === 'string' ? { text: body } : (fieldsIn(body) as unknown as ChatInput)
}

function messageIn(platform: Platform, person: Person, ts: unknown): Message {
  const found = platform.messages.find((one) => one.ts === ts && one.workspace === person.workspace && !one.deleted)
  if (found) return found
  throw new BadControl(`Unknown message ${JSON.stringify(ts)}.`, 'with')
}

/** Finds the newest place with a button or field of that name: the open view, or else a message to the person. */
function placeWith(platform: Platform, person: Person, action: string): Message | View {
  const has = (text: unknown) => JSON.stringify(text).includes(`"action_id":${JSON.stringify(action)}`)
  const view = viewOf(person)
  if (view && has(view.sent)) return view
  const mine = ({ channel, onlyFor, deleted }: Message) =>
    channel === person.dmId && !deleted && (onlyFor === null || onlyFor === person)
  const message = platform.messages.findLast((one) => mine(one) && has(one.blocks))
  if (message) return message
  throw new BadControl(`There is nothing to press that is called "${action}".`, 'with')
}
