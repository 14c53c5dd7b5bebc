import { request } from 'undici'
import { after, days } from '#kernel/clock.ts'
import type { TestApp } from '../harness/app.ts'
import { epoch } from '../harness/clock.ts'
import { mailsTo } from './mails.ts'

interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The browser of a guest, who opens pages and submits forms, with the cookie that a code gives. */
export function openBrowser(t: TestApp, url: string, language = 'en') {
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
