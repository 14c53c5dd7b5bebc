import { randomBytes, randomUUID } from 'node:crypto'
import { tidOf } from '#connectors/bluesky/post/put.ts'
import { bearer, send } from '../tools/http.ts'
import type { Started } from '../tools/processes.ts'
import type { Connected } from './people.ts'

/** Publishes like a ten-line script: the same calls as Posthorn, one after the other, without storing anything. */
export async function bareLoop({ url }: Started, account: Connected, times: number): Promise<void> {
  const send = account.network === 'bluesky' ? await blueskySender(url, account) : mastodonSender(url, account)
  for (let nth = 0; nth < times; nth++) await send(`bare ${nth}`)
}

type Send = (text: string) => Promise<unknown>

async function blueskySender(url: string, { login }: Connected): Promise<Send> {
  const xrpc = `${url}/bluesky/xrpc/com.atproto`
  const given = { identifier: `${login}.sandbox`, password: 'sand-boxx-pass-word' }
  const session = await send<{ accessJwt: string; did: string }>('POST', `${xrpc}.server.createSession`, {}, given)
  return (text) => {
    const now = new Date()
    const collection = 'app.bsky.feed.post'
    const record = { $type: collection, text, createdAt: now.toISOString() }
    const rkey = tidOf(now, randomBytes(8).toString('hex'), 0)
    const input = { repo: session.did, collection, rkey, record, swapRecord: null }
    return send('POST', `${xrpc}.repo.putRecord`, bearer(session.accessJwt), input)
  }
}

function mastodonSender(url: string, { login }: Connected): Send {
  const { authorization } = bearer(`sandbox-token-${login}`)
  return (status) =>
    send('POST', `${url}/mastodon/api/v1/statuses`, { authorization, 'idempotency-key': randomUUID() }, { status })
}
