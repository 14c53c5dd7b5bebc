import { request } from 'undici'
import { after, days } from '#kernel/clock.ts'
import type { TestApp } from '../harness/app.ts'
import { epoch } from '../harness/clock.ts'
import { mailsTo } from './mails.ts'
import { done } from './people.ts'
import { type connectBoth, inTime } from './posts.ts'

interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The browser of a guest, who opens pages and submits forms, with the cookie that a code gives. */
function openBrowser(t: TestApp, url: string, language = 'en') {
  const path = new URL(url).pathname
  let cookie: string | undefined
  const call = async (at: string, body?: Readonly<Record<string, string>>): Promise<Page> => {
    const answer = await request(`${t.url}${at}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'text/html',
        'accept-language': language,
        'user-agent': 'Firefox',
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body && { body: new URLSearchParams(body).toString() }),
    })
    const set = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.startsWith('posthorn_guest='))
    if (set) cookie = set.split(';')[0]
    return { status: answer.statusCode, text: await answer.body.text(), headers: answer.headers }
  }
  const post = (id: string) => `${path}/posts/${id}`
  const field = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''
  return {
    path,
    call,
    open: () => call(path),
    see: (id: string) => call(post(id)),
    hashOf: async (id: string) => field((await call(post(id))).text, 'contentHash'),
    challengeIn: (page: Page) => field(page.text, 'challenge'),
    approve: (id: string, contentHash: string) => call(`${post(id)}/approve`, { contentHash }),
    reject: (id: string, contentHash: string, text: string) => call(`${post(id)}/changes`, { contentHash, text }),
    comment: (id: string, text: string) => call(`${post(id)}/comments`, { text }),
    confirm: (challenge: string, code: string) => call(`${path}/confirm`, { challenge, code }),
    forget: () => {
      cookie = undefined
    },
    cookie: () => cookie,
  }
}

/** Returns the code of the last email to a guest. */
export async function lastCode(t: TestApp, email: string): Promise<string> {
  const mails = (await mailsTo(t, email)).filter(({ subject }) => /code/i.test(subject))
  return /^(\d{6})\r?$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

/** An invitation that sends no email. */
export const greta = {
  name: 'Greta',
  email: 'greta@example.org',
  from: '2026-12-01',
  to: '2026-12-31',
  expiresAt: after(epoch, days(30)).toISOString(),
  send: false,
}

export interface Guest {
  readonly id: string
  readonly url: string
  readonly email: string
}

interface Brand {
  readonly t: TestApp
  readonly w: Awaited<ReturnType<typeof connectBoth>>
}

/** Invites clients of Ada's brand, writes posts for them, and reads their approvals. `usual` is in each invitation. */
export function clientsOf(find: () => Brand, usual: object = {}) {
  let count = 0
  const brand = () => `/v1/profiles/${find().w.profileId}`
  const day = (ms: number) => new Date(find().t.now().getTime() + ms).toISOString().slice(0, 10)
  return {
    invite: async (more: object = {}): Promise<Guest> => {
      count += 1
      const email = `maria${count}@client.example`
      const period = { from: day(-days(3)), to: day(days(60)), expiresAt: inTime(find().t, days(90)) }
      const body = { name: 'Maria', email, ...period, ...usual, ...more }
      return done(await find().w.ada.post(`${brand()}/guests`, body), 201).body
    },
    write: async (body: object = {}): Promise<{ id: string; text: string }> => {
      const { t, w } = find()
      count += 1
      const text = `for the client ${count}`
      const post = { profileId: w.profileId, content: text, platforms: ['mastodon'], scheduledAt: inTime(t, days(2)) }
      return { id: done(await w.ada.post('/v1/posts', { ...post, ...body }), 201).body.id, text }
    },
    browse: ({ url }: Guest) => openBrowser(find().t, url),
    state: async (id: string) => done(await find().w.ada.get(`/v1/posts/${id}/approvals`)).body,
    setSteps: async (approvalSteps: readonly object[], more = {}) =>
      done(await find().w.ada.patch(brand(), { approvalSteps, ...more })).body,
    audit: async (id: string): Promise<{ action: string; changes: Record<string, { to: unknown }> }[]> =>
      done(await find().w.ada.get(`/v1/posts/${id}/audit`)).body,
  }
}
