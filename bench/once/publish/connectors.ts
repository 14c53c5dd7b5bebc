import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connectors as real } from '#app/connectors.ts'
import {
  type Call,
  CallFailed,
  type Connector,
  type JsonObject,
  type Next,
  type Outgoing,
} from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import type { Entry } from './network.ts'
import { type NetworkClass, type NetworkPlan, timing } from './plan.ts'

export const connectorFor = (plan: NetworkPlan): Connector =>
  plan.kind === 'bluesky' || plan.kind === 'mastodon' ? real[plan.kind] : benchConnector(plan, plan.kind)

const repeats = {
  key: { repeat: { forMs: 3_600_000 }, settleMs: 1_000 },
  read: { repeat: 'once', settleMs: timing.settleMs },
  none: { repeat: 'once', settleMs: 0 },
} as const

/** Creates a connector with the steps [upload → poll →] post, repeated for each part. */
function benchConnector(plan: NetworkPlan, kind: NetworkClass): Connector {
  const first = plan.uploads ? 'upload' : 'post'
  return {
    network: plan.id,
    // The engine reads only these limits.
    limits: { leastGapMs: 0, quotas: [] as Limits['quotas'] } as Limits,
    operator: { addresses: {} },
    settings: z.object({}),
    auth: {
      kind: 'direct',
      whoami: () => Promise.reject(new Error('not expected')),
      async refresh(http, grant) {
        const { token } = await ask({ http, grant }, 'refresh', {
          account: grant.principal ?? '',
          token: grant.token ?? 0,
        })
        return {
          grant: { ...grant, token: Number(token) },
          principal: String(grant.principal),
          scopes: [],
          expiresAt: null,
        }
      },
    },
    steps: {
      upload: {
        repeat: 'safe',
        async run(call, _post, memo) {
          const { handle } = await ask(call, 'upload', {})
          return { memo: { ...memo, handle: String(handle) }, then: 'poll' }
        },
      },
      poll: {
        repeat: 'safe',
        async run(call, _post, memo) {
          await ask(call, 'poll', {})
          return memo.polled ? { memo, then: 'post' } : { memo: { ...memo, polled: true }, then: 'poll', afterMs: 200 }
        },
      },
      post: {
        ...repeats[kind],
        deadlineMs: timing.deadlineMs,
        async run(call, post, memo) {
          const part = idsOf(memo).length
          // The creation time is part of the key, as on Bluesky: a repeat with another time is another post.
          const key = `${call.born.getTime()}-${call.key(part)}`
          const text = post.parts[part]?.text ?? ''
          const sent = await ask(call, 'post', { account: post.account.remoteId, text, key }, plan.halvesApartMs)
          return shown(post, memo, sent)
        },
        ...(kind === 'read' ? { find } : {}),
      },
    },
    plan: (post) => ({
      first,
      parts: post.parts.map(({ text }) => ({ text, links: [], mentions: [], tags: [] })),
      calls: [],
    }),
    judge: ({ status }) =>
      status === 409 ? { is: 'doubt', why: 'The network reports that it already has this.' } : null,
  }
}

const find: NonNullable<Connector['steps'][string]['find']> = async (call, post, memo, doubt) => {
  const { account } = { account: post.account.remoteId }
  const { posts } = await ask(call, `list?account=${encodeURIComponent(account)}`, null)
  const text = post.parts[idsOf(memo).length]?.text
  for (const entry of posts as unknown as Entry[])
    if (entry.text === text && (await doubt.ours(entry.id))) return shown(post, memo, { id: entry.id })
  return 'absent'
}

const idsOf = (memo: JsonObject): string[] => (Array.isArray(memo.ids) ? memo.ids.map(String) : [])

function shown(post: Outgoing, memo: JsonObject, { id }: JsonObject): Next<JsonObject> {
  const ids = [...idsOf(memo), String(id)]
  const what = { memo: { ...memo, ids }, shown: { part: ids.length - 1, remoteId: String(id), url: null } }
  return ids.length < post.parts.length ? { ...what, then: 'post' } : { ...what, end: true }
}

async function ask(
  { http, grant }: Pick<Call<JsonObject>, 'http' | 'grant'>,
  name: string,
  body: JsonObject | null,
  halvesApartMs = 0,
): Promise<JsonObject> {
  const text = body === null ? null : JSON.stringify(body)
  const {
    status,
    headers,
    body: answer,
  } = await http.send({
    name,
    method: body === null ? 'GET' : 'POST',
    url: `${http.addresses.api}/${name}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${grant.principal} ${grant.token}` },
    ...(text === null ? {} : { body: halvesApartMs > 0 ? inHalves(text, halvesApartMs) : text }),
  })
  const unreadable = () => new CallFailed({ sent: 'answered', status, headers, body: answer.toString(), code: null })
  try {
    const read = JSON.parse(answer.toString()) as JsonObject
    if ('error' in read) throw unreadable()
    return read
  } catch {
    throw unreadable()
  }
}

async function* inHalves(text: string, apartMs: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text)
  const half = bytes.length >> 1
  yield bytes.subarray(0, half)
  await sleep(apartMs)
  yield bytes.subarray(half)
}
