import assert from 'node:assert/strict'
import { setUpBot } from '#modules/chat/telegram/inbox/poller.ts'
import type { Person, TestApp } from '#test/harness/app.ts'

/** An application that Telegram reaches through a webhook. Codes need a plan that includes them. */
export const chatSettings = { PUBLIC_URL: 'https://posthorn.test', DEFAULT_PLAN: 'pro' } as const

interface Delivered {
  readonly id: number
  readonly status: number | null
  readonly update: Readonly<Record<string, unknown>>
}

type Body = string | Readonly<Record<string, unknown>>

/** Sets up the bot, and returns what people do in the sandbox's chats. */
export async function openTelegram(t: TestApp) {
  const network = t.sandbox.network('telegram')
  const { telegram } = t.deps.config
  assert.ok(telegram)
  network.settings.change({ deliversTo: t.url })
  await setUpBot(t.deps, telegram)

  async function act(person: string, name: string, body: Body = {}, more: object = {}): Promise<readonly Delivered[]> {
    const given = await network.acts[name]?.(person, { body, ...more })
    return (given as { updates: readonly Delivered[] }).updates
  }
  /** Does something and lets the application handle it. */
  async function perform(person: string, name: string, body: Body = {}): Promise<readonly Delivered[]> {
    const updates = await act(person, name, body)
    for (const { status } of updates) assert.equal(status, 200)
    await t.settle()
    return updates
  }
  const entriesOf = (person: string) => t.sandbox.ledger.entries({ network: 'telegram', account: person })
  return {
    network,
    act,
    perform,
    say: (person: string, body: Body) => perform(person, 'say', body),
    press: (person: string, button: string, chat = 'private') => perform(person, 'press', { text: button, chat }),
    /** Lists the texts that the bot wrote or changed in the person's chat, as people read them. */
    entriesOf,
    last: (person: string): string => entriesOf(person).at(-1)?.text ?? '',
    /** The buttons under the newest message of the bot, row by row. */
    async buttons(person: string): Promise<readonly string[]> {
      const read = (await network.acts.read_chat?.(person)) as { messages: readonly { buttons: readonly string[] }[] }
      return read.messages.at(-1)?.buttons ?? []
    },
    /** Sends an update again, unchanged or with another secret. */
    again: (update: object, secret?: string) =>
      act('alice', 'send_update', update as Record<string, unknown>, secret === undefined ? {} : { secret }),
  }
}

/** Links the private chat of a sandbox person to a user. */
export async function linkChat(
  { say }: Awaited<ReturnType<typeof openTelegram>>,
  user: Person,
  person: string,
): Promise<void> {
  const { status, body } = await user.post('/v1/agent/chat-a/access-code')
  assert.equal(status, 200)
  await say(person, `/start ${(body as { code: string }).code}`)
}
