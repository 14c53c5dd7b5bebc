import type { Started } from '../../tools/processes.ts'
import { control } from './sandbox.ts'

/** A chat that is linked to a user of Posthorn. In Slack each person is in their own workspace. */
export interface Chat {
  readonly network: 'telegram' | 'slack'
  readonly person: string
}

interface Places {
  readonly api: Started
  readonly sandbox: Started
  readonly publicUrl: string
}

const password = 'the gulls of November'

/** Signs users up, each with a profile, and links their share of the chats. Half of those are in Telegram. */
export async function linkChats(places: Places, { chats, users }: { chats: number; users: number }): Promise<Chat[]> {
  const all = Array.from(
    { length: chats },
    (_, no): Chat => ({ network: no % 2 ? 'slack' : 'telegram', person: `user-${no + 1}` }),
  )
  const linkShare = async (user: number): Promise<void> => {
    const ask = await signUp(places.api, user)
    await ask('POST', '/v1/profiles', { name: `Brand ${user}` })
    for (const chat of all.filter((_, no) => no % users === user)) await link(places, ask, chat)
  }
  const left = Array.from({ length: users }, (_, user) => user)
  const linkSome = async (): Promise<void> => {
    for (let user = left.pop(); user !== undefined; user = left.pop()) await linkShare(user)
  }
  await Promise.all(Array.from({ length: 8 }, linkSome))
  return all
}

type Ask = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

async function signUp({ url }: Started, user: number): Promise<Ask> {
  const ask =
    (headers: Readonly<Record<string, string>>): Ask =>
    async <Answer>(method: string, path: string, body?: object) => {
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
      return JSON.parse(text) as Answer
    }
  const person = { email: `user-${user}@example.org`, password, name: `User ${user}` }
  // Each user has their own IP address, because sign-ups from one address are limited.
  const from = { 'x-forwarded-for': `10.0.${user >> 8}.${user & 255}` }
  const { token } = await ask(from)<{ token: string }>('POST', '/v1/auth/sign-up', person)
  return ask({ ...from, authorization: `Bearer ${token}` })
}

async function link(places: Places, ask: Ask, chat: Chat): Promise<void> {
  if (chat.network === 'slack') return installSlack(places, ask, chat)
  const { code } = await ask<{ code: string }>('POST', '/v1/agent/chat-a/access-code')
  const requested = { network: chat.network, account: chat.person, act: 'say', with: { body: `/start ${code}` } }
  await control(places.sandbox, 'act', requested)
  // A new code ends the one before it, so this one must be used first.
  const deadline = performance.now() + 30_000
  for (;;) {
    const { messages } = await control<{ messages: readonly { text: string }[] }>(places.sandbox, 'act', {
      ...requested,
      act: 'read_chat',
      with: {},
    })
    if (messages.some(({ text }) => text.startsWith('This chat is linked'))) return
    if (performance.now() > deadline) throw new Error(`${chat.person} could not be linked`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Goes through an installation as a browser does: our address, the consent page, and back. */
async function installSlack({ api, publicUrl }: Places, ask: Ask, { person }: Chat): Promise<void> {
  const { authUrl } = await ask<{ authUrl: string }>('GET', '/v1/agent/chat-b/install')
  const here = (url: string | null) => (url ?? '').replace(publicUrl, api.url)
  const start = await fetch(here(authUrl), { redirect: 'manual' })
  const cookie = start.headers.getSetCookie().map((one) => one.split(';')[0])
  const consent = await fetch(`${start.headers.get('location')}&login=${person}&approve=1`, { redirect: 'manual' })
  const end = await fetch(here(consent.headers.get('location')), { headers: { cookie: cookie.join('; ') } })
  if (end.status !== 200) throw new Error(`the app could not be installed: ${await end.text()}`)
}
