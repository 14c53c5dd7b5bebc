import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { TestApp } from '#test/harness/app.ts'

/** The signing secret of the sandbox's app. */
const signingSecret = 'sandbox-signing-secret'

type Body = ReturnType<typeof JSON.parse>

/** Opens Slack for a test: its people act in the sandbox, which delivers to the application. */
export function openSlack(t: TestApp, on = t) {
  const { acts, settings } = t.sandbox.network('slack')
  const callbacks = [`${t.config.publicUrl}/v1/agent/chat-b/oauth/callback`]
  assert.equal(settings.change({ appUrl: on.url, callbacks }), null)
  const act = async (account: string, name: string, given: object = {}): Promise<Body> =>
    await acts[name]?.(account, given as Readonly<Record<string, unknown>>)
  return {
    act,
    /** Performs an act as a person, and then everything that follows from it. */
    async does(account: string, name: string, body?: unknown): Promise<Body> {
      const answer = await act(account, name, { body })
      await on.settle()
      return answer
    },
    /** Installs the app for a user, in the workspace of that person. */
    async install(user: { get(path: string): Promise<{ status: number; body: Body }> }, login = 'alice') {
      const { body, status } = await user.get('/v1/agent/chat-b/install')
      assert.equal(status, 200, JSON.stringify(body))
      return await followInstall(t, body.authUrl, login)
    },
    /** Returns the texts of the app's messages to a person, oldest first. */
    received: (account: string): readonly string[] =>
      t.sandbox.ledger
        .entries({ network: 'slack', account })
        .map(({ kind, text }) => (kind === 'post' ? '' : `${kind} `) + text),
    /** Sends a request like Slack, or almost. */
    async send(path: string, body: string, { secret = signingSecret, at = t.now(), type = 'application/json' } = {}) {
      const timestamp = String(Math.floor(at.getTime() / 1_000))
      const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
      const headers = {
        'content-type': type,
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
      }
      const answer = await fetch(`${on.url}/v1/agent/chat-b/${path}`, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    },
  }
}

export type SlackStage = ReturnType<typeof openSlack>

/** Completes an installation like a browser: our URL, the consent page, and back. */
export async function followInstall(
  t: TestApp,
  authUrl: string,
  login = 'alice',
  { approve = '1', cookie = true } = {},
) {
  const here = (url: string) => url.replace(t.config.publicUrl, t.url)
  const start = await fetch(here(authUrl), { redirect: 'manual' })
  const cookies = start.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const consent = start.headers.get('location')
  if (consent === null) return { status: start.status, text: await start.text() }
  const back = await fetch(`${consent}&login=${login}&approve=${approve}`, { redirect: 'manual' })
  const answer = await fetch(here(back.headers.get('location') ?? ''), {
    headers: cookie ? { cookie: cookies.join('; ') } : {},
  })
  return { status: answer.status, text: await answer.text(), location: back.headers.get('location') ?? '' }
}

/** Gives a person a profile with an account on Bluesky. */
export async function withAccount(t: TestApp, name: string, login = name) {
  const person = await t.as(name)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour', timezone: 'Europe/Amsterdam' })
  const credentials = { profileId: profile.id, identifier: `${login}.sandbox`, appPassword: 'sand-boxx-pass-word' }
  const { body: account, status, text } = await person.post('/v1/platforms/bluesky/connect', credentials)
  assert.equal(status, 201, text)
  return { person, profile, account }
}
