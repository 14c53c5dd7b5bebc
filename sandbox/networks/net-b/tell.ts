import { createHmac } from 'node:crypto'
import { BadControl } from '../../core/control-input.ts'
import { isOwn } from '../../core/fetch-own.ts'
import type { Act } from '../../core/network.ts'
import { app, type Graph } from './graph.ts'
import { removeApp } from './people.ts'
import { wallOf } from './publish.ts'
import type { Page, Person } from './records.ts'

/**
 * The calls that the network makes to the app, signed as the real ones are: that a person has removed it, that their
 * data must go, that something has happened on a page. They go to this machine only, where the control call says.
 */
export function tellActs(graph: Graph): Readonly<Record<string, Act>> {
  const personOf = (name: string): Person => {
    const person = graph.person(name) ?? graph.page(name)?.owner
    if (!person) throw new BadControl(`There is nobody called "${name}".`, 'account')
    return person
  }
  const signedFor = ({ id }: Person): URLSearchParams => {
    const told = { user_id: id, algorithm: 'HMAC-SHA256', issued_at: Math.floor(graph.world.clock.ms() / 1_000) }
    const payload = Buffer.from(JSON.stringify(told)).toString('base64url')
    const signature = createHmac('sha256', app.secret).update(payload).digest('base64url')
    return new URLSearchParams({ signed_request: `${signature}.${payload}` })
  }
  const tellSigned: Act = (name, given = {}) => call('POST', addressIn(given), signedFor(personOf(name)))
  return {
    deauthorize(name, given = {}) {
      const address = addressIn(given)
      removeApp(personOf(name))
      return tellSigned(name, { url: address })
    },
    request_deletion: tellSigned,
    send_webhook(name, given = {}) {
      const page = graph.page(name)
      const { body } = given
      const usual = page ? feedEvent(graph, page, given.event) : permissionsEvent(graph, personOf(name))
      const text = typeof body === 'string' ? body : escapedJson(body ?? usual)
      const signed = (how: string) => `${how}=${createHmac(how, app.secret).update(text).digest('hex')}`
      return call('POST', addressIn(given), text, {
        'content-type': 'application/json',
        'x-hub-signature': signed('sha1'),
        'x-hub-signature-256': signed('sha256'),
      })
    },
    async verify_webhook(_name, given = {}) {
      const challenge = String(1_000_000_000 + Math.floor(graph.world.random.fixed('net-b/challenge') * 1_000_000))
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.challenge': challenge,
        'hub.verify_token': app.verifyToken,
      })
      const answer = await call('GET', `${addressIn(given)}?${query}`)
      return { ...answer, verified: answer.status === 200 && answer.body === challenge }
    },
  }
}

function addressIn({ url }: Readonly<Record<string, unknown>>): string {
  if (typeof url === 'string' && isOwn(url)) return url
  throw new BadControl('"with.url" must be an address on this machine, such as http://127.0.0.1:3000/hook.', 'with')
}

interface Told {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

async function call(
  method: 'GET' | 'POST',
  address: string,
  body?: URLSearchParams | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const given = { method, headers, redirect: 'manual' as const, signal: AbortSignal.timeout(10_000) }
  const answer = await fetch(address, { ...given, ...(body === undefined ? {} : { body }) })
  return { status: answer.status, contentType: answer.headers.get('content-type'), body: await answer.text() }
}

/** As the network writes JSON: whoever reads it and writes it again has other bytes. */
const escapedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

/** Of the latest post of the page; `event` is what was done with it. */
function feedEvent(graph: Graph, page: Page, event: unknown): object {
  const [post] = wallOf(page)
  if (!post) throw new BadControl(`"${page.name}" has no post yet.`, 'account')
  const nowS = Math.floor(graph.world.clock.ms() / 1_000)
  const items = {
    status: 'status',
    link: 'share',
    photo: 'photo',
    album: 'status',
    video: 'video',
    reel: 'video',
    story: 'story',
  }
  const value = {
    from: { id: page.id, name: page.displayName },
    message: post.message,
    post_id: post.id,
    created_time: Math.floor((post.publishedAtMs ?? 0) / 1_000),
    item: items[post.kind],
    verb: typeof event === 'string' ? event : 'add',
    published: 1,
    ...(post.video ? { video_id: post.video.id } : {}),
  }
  return { object: 'page', entry: [{ id: page.id, time: nowS, changes: [{ field: 'feed', value }] }] }
}

const permissionsEvent = (graph: Graph, { id, consent }: Person): object => ({
  object: 'permissions',
  entry: [
    {
      id,
      uid: id,
      time: Math.floor(graph.world.clock.ms() / 1_000),
      changes: ['connected', ...(consent?.granted ?? [])].map((field) => ({
        field,
        value: { verb: consent ? 'granted' : 'revoked', target_ids: [] },
      })),
    },
  ],
})
