import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { request as ask } from 'undici'
import type { Grant } from '#connectors/bluesky/auth/grant.ts'
import { bluesky } from '#connectors/bluesky/index.ts'
import type { Memo } from '#connectors/bluesky/memo.ts'
import {
  type Call,
  CallFailed,
  type Failure,
  type Granted,
  type Http,
  type HttpRequest,
  type MediaRule,
  type Next,
  type Outgoing,
  type OutgoingMedia,
  type Verdict,
} from '#connectors/connector.ts'
import { createSandbox, type FaultRule } from '../../sandbox/index.ts'
import { fitPicture } from './files/fit-picture.ts'

/**
 * Runs Bluesky's connector against the sandbox without an engine. The driver runs its steps in order, stores their
 * results as JSON, like a database, and can stop, crash and restart anywhere.
 */
export type Driver = Awaited<ReturnType<typeof openDriver>>

export const appPassword = 'sand-boxx-pass-word'

export async function openDriver(name = 'alice', by: 'app password' | 'consent' = 'app password') {
  const sandbox = await createSandbox()
  const server = `${sandbox.url}/bluesky`
  const addresses = { api: server, video: server, directory: server }
  const http: Http = {
    addresses,
    app: null,
    get now() {
      return sandbox.clock.now()
    },
    send: (request) => send(request),
  }
  const { connect, whoami } = bluesky.auth
  if (!connect) throw new Error('bluesky connects directly')
  const byPassword = await connect(http, { identifier: `${name}.sandbox`, appPassword })
  const { grant } = by === 'consent' ? await signInAt(http, byPassword.principal, name) : byPassword
  const { remoteId, handle, facts } = await whoami(http, grant)
  const account = { remoteId, handle, facts }
  const files = new Map<string, Buffer>()
  const seen = { from: sandbox.calls.total }
  /** Each post is one publication, however often it is run. */
  const names = new Map<Outgoing, string>()
  const nameOf = (post: Outgoing) => {
    const given = names.get(post) ?? `publication-${names.size}`
    names.set(post, given)
    return given
  }

  return {
    sandbox,
    server,
    http,
    grant,
    nameOf,
    /** The calls to the network since the start, or since the last time this was called, named as in plans. */
    calls(): readonly string[] {
      const { calls } = sandbox.calls.list({ network: 'bluesky', after: seen.from })
      seen.from = sandbox.calls.total
      return calls.map(({ call }) => call)
    },
    fault: (rule: Omit<FaultRule, 'network'>) => sandbox.faults.add({ network: 'bluesky', ...rule }),
    ledger: () => sandbox.ledger.entries({ network: 'bluesky', account: name }),
    file(bytes: Buffer, more: Partial<OutgoingMedia> = {}): OutgoingMedia {
      const mediaId = `media-${files.size}`
      files.set(mediaId, bytes)
      return { ...plainImage, mediaId, size: bytes.length, ...more }
    },
    post: (more: Partial<Outgoing> & { text?: string } = {}): Outgoing => outgoing(account, more),
    async record(uri: string): Promise<Record<string, unknown>> {
      const [, , repo = '', collection = '', rkey = ''] = uri.split('/')
      const { body } = await ask(
        `${server}/xrpc/com.atproto.repo.getRecord?${new URLSearchParams({ repo, collection, rkey })}`,
      )
      return ((await body.json()) as { value: Record<string, unknown> }).value
    },
    async blob(cid: string): Promise<Buffer> {
      const query = new URLSearchParams({ did: account.remoteId, cid })
      const { headers } = await ask(`${server}/xrpc/com.atproto.sync.getBlob?${query}`)
      const { body } = await ask(new URL(String(headers.location), server).href)
      return Buffer.from(await body.arrayBuffer())
    },
    run: (post: Outgoing, options: RunOptions = {}) =>
      drive(post, options, (now) =>
        callOf({ http: options.http ?? http, grant: options.grant ?? grant, now, files, name: nameOf(post) }),
      ),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }

  async function drive(post: Outgoing, options: RunOptions, call: (now: Date) => Call<Grant>): Promise<Ran> {
    let step = options.from?.step ?? bluesky.plan(post).first
    let memo: Memo = options.from?.memo ?? {}
    const ran: Ran = { steps: [], shown: [], warnings: [], memo, step, dies: [] }
    for (let count = 0; count < 200; count += 1) {
      ran.step = step
      ran.memo = memo
      if (step === options.stopBefore) return ran
      const { run } = bluesky.steps[step] ?? { run: () => Promise.reject(new Error(`unknown step ${step}`)) }
      ran.steps.push(step)
      let next: Next<Memo>
      try {
        next = await run(call(sandbox.clock.now()), post, memo)
      } catch (error) {
        const verdict = error instanceof CallFailed ? bluesky.judge(error.failure, step, new Date(0)) : null
        if (verdict?.is === 'again') {
          step = verdict.from
          continue
        }
        throw error instanceof CallFailed ? new Judged(error.failure, verdict, step, memo) : error
      }
      memo = JSON.parse(JSON.stringify(next.memo)) as Memo
      if (next.shown) {
        ran.shown.push(next.shown)
      }
      if (next.warning) ran.warnings.push(next.warning)
      if (next.diesAt) ran.dies.push(next.diesAt)
      ran.memo = memo
      if ('end' in next) return ran
      if (next.afterMs) sandbox.clock.advance(next.afterMs)
      step = next.then
    }
    throw new Error('it does not end')
  }
}

/** Signs in on the server's page, as an installation on this machine. */
export async function signInAt(http: Http, did: string, login: string): Promise<Granted<Grant>> {
  const { oauthAt } = bluesky.auth
  if (!oauthAt) throw new Error('bluesky has a sign-in at its servers')
  const redirectUrl = 'http://localhost:4000/v1/oauth/callback/bluesky'
  const verifier = 'v'.repeat(64)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const request = { name: did, redirectUrl, state: 'a state', scopes: oauthAt.scopes, challenge }
  const { authorizeUrl, memo } = await oauthAt.begin(http, request)
  const { headers } = await ask(`${authorizeUrl}&login=${login}&approve=1`)
  const back = new URL(String(headers.location)).searchParams
  const [code, issuer] = [back.get('code') ?? '', back.get('iss')]
  return await oauthAt.exchange(http, { code, redirectUrl, verifier, memo, issuer })
}

interface RunOptions {
  readonly from?: { readonly step: string; readonly memo: Memo }
  readonly stopBefore?: string
  readonly http?: Http
  readonly grant?: Grant
}

interface Ran {
  readonly steps: string[]
  readonly shown: NonNullable<Next<Memo>['shown']>[]
  readonly warnings: string[]
  readonly dies: Date[]
  step: string
  memo: Memo
}

/** The failure of a step, with the connector's verdict. */
export class Judged extends Error {
  readonly failure: Failure
  readonly verdict: Verdict | null
  readonly step: string
  readonly memo: Memo

  constructor(failure: Failure, verdict: Verdict | null, step: string, memo: Memo) {
    super(`${step}: ${verdict?.is ?? 'as everywhere'}: ${failure.body || failure.code}`)
    this.failure = failure
    this.verdict = verdict
    this.step = step
    this.memo = memo
  }
}

const born = new Date('2026-11-21T08:00:00.000Z')

interface Given {
  readonly http: Http
  readonly grant: Grant
  readonly now: Date
  readonly files: ReadonlyMap<string, Buffer>
  readonly name?: string
}

export const callOf = ({ http, grant, now, files, name = 'publication' }: Given): Call<Grant> => ({
  http,
  grant,
  born,
  now,
  signal: new AbortController().signal,
  key: (part) => sha256(Buffer.from(`${name}/${part}`)).slice(0, 26),
  keep: async () => {},
  link: async () => {
    throw new Error('the network fetches nothing itself')
  },
  fit: fitPicture,
  async media(item: OutgoingMedia, _rule?: MediaRule) {
    const bytes = files.get(item.mediaId)
    if (!bytes) throw new Error(`unknown file ${item.mediaId}`)
    const { contentType, width, height } = item
    return {
      contentType,
      size: bytes.length,
      width,
      height,
      read: async (start, end) => bytes.subarray(start, end),
      stream: () => Readable.from([bytes]),
    }
  },
})

const plainImage: OutgoingMedia = {
  mediaId: '',
  kind: 'image',
  contentType: 'image/png',
  size: 0,
  width: 640,
  height: 480,
  durationMs: null,
  frameRate: null,
  pages: null,
  animated: false,
  hasAlpha: false,
  altText: null,
}

function outgoing(
  account: Outgoing['account'],
  { text = 'Good morning', ...more }: Partial<Outgoing> & { text?: string },
) {
  return {
    format: 'post',
    parts: [{ text, media: [] }],
    title: null,
    link: null,
    language: null,
    firstComment: null,
    settings: {},
    account,
    ...more,
  } satisfies Outgoing
}

export const png = (fill = 1, size = 64): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size - 8, fill)])
export const mp4 = (fill = 1, size = 256): Buffer =>
  Buffer.concat([Buffer.from('\x00\x00\x00\x18ftypmp42', 'latin1'), Buffer.alloc(size - 12, fill)])
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Sends requests like the service's outbound client, with `sent` as far as a test needs it. */
async function send({ method, url, headers = {}, body, maxBytes, timeoutMs = 5_000 }: HttpRequest) {
  const failed = (sent: Failure['sent'], code: string) =>
    new CallFailed({ sent, status: null, headers: {}, body: '', code })
  const stream =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : Readable.from(body)
  const response = await ask(url, {
    method,
    headers,
    ...(stream === undefined ? {} : { body: stream }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => {
    throw failed(error?.code === 'ECONNREFUSED' ? 'no' : 'maybe', String(error?.code ?? error?.name))
  })
  const bytes = await response.body.arrayBuffer().then(Buffer.from, () => {
    throw failed('maybe', 'cut')
  })
  const given = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  if (maxBytes !== undefined && bytes.length > maxBytes) throw failed('answered', 'too_large')
  const status = response.statusCode
  if (status >= 200 && status < 300) return { status, headers: given, body: bytes }
  throw new CallFailed({ sent: 'answered', status, headers: given, body: bytes.toString('utf8'), code: null })
}
