import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { connectors } from '#app/connectors.ts'
import {
  type Answer,
  type Call,
  CallFailed,
  type Connector,
  type Doubt,
  type Http,
  type HttpRequest,
  type JsonObject,
  type Next,
  type Outgoing,
  type OutgoingMedia,
  type Sendable,
  type Verdict,
} from '#connectors/connector.ts'
import { defaultVerdict } from '#connectors/verdicts/default-verdicts.ts'
import type { Networks } from '#infra/config/networks.ts'
import { httpFor } from '#modules/accounts/network/http-for.ts'
import { type Network, networks } from '#rules/network-names.ts'
import { publishedFor } from '#test/oracles/openapi/published.ts'
import { openOutbound } from '#test/servers/outbound.ts'
import { clientKeys, createServerAppsInMemory } from '#test/world/client-keys.ts'
import { fitPicture } from '#test/world/files/fit-picture.ts'
import { createSandbox } from '../../sandbox/index.ts'
import { standInBytes } from './files.ts'
import { createShelf } from './shelf.ts'

/**
 * The test stand of a connector: the sandbox over real HTTP, through the production outbound client, and a walker that
 * takes a post through its steps like the engine, without a database. The walker can lose a step's result, like a
 * crash.
 */
const startAt = new Date('2027-01-13T12:00:00.000Z')

function versionOf(network: Network): { readonly version?: string } {
  const { version } = connectors[network].operator
  return version ? { version: version.usual } : {}
}

const heardBytes = 4_096

type Around = (request: HttpRequest, send: Http['send']) => Promise<Answer>

export type Stand = Awaited<ReturnType<typeof openStand>>

/** Opens a stand. `ledgerName` is the name under which the sandbox shows this person's posts. */
export async function openStand(t: TestContext, network: Network, ledgerName = (person: string) => person) {
  const sandbox = await createSandbox({ now: () => startAt.getTime() })
  t.after(() => sandbox.close())
  const outbound = openOutbound(t)
  const shelf = createShelf(t)
  const url = `${sandbox.url}/${network}`
  const addresses = {
    api: url,
    auth: url,
    video: url,
    upload: url,
    directory: url,
    web: url,
    token: url,
    facebook: url,
    facebook_auth: url,
  }
  const settings = { mode: 'sandbox', live: {}, sandbox: addresses, app: null, needsApp: false } as const
  const clock = { now: () => sandbox.clock.now() }
  const published = publishedFor(network)
  let hangUp = new AbortController()
  let around: Around = (request, send) => send(request)
  const deps = {
    clock,
    config: {
      publicUrl: 'https://posthorn.test',
      networks: Object.fromEntries(networks.map((each) => [each, { ...settings, ...versionOf(each) }])) as Networks,
    },
    outbound,
    clientKeys,
    serverApps: createServerAppsInMemory(),
  }
  const http = (): Http => {
    const deadline = new Date(clock.now().getTime() + 600_000)
    const open = httpFor(deps, { network, mode: 'sandbox', deadline, signal: hangUp.signal, fresh: true })
    // Invalid requests are allowed if the network refuses them: some tests send them deliberately.
    const send: Http['send'] = async (request) => {
      const answer = await open.send(request)
      published?.requireDescribed(request, url)
      return answer
    }
    return { ...open, send: (request) => listen(around(request, send)) }
  }
  const lines: string[] = []
  const listen = async (answer: Promise<Answer>): Promise<Answer> => {
    try {
      const { body } = await answer
      lines.push(body.toString('utf8', 0, heardBytes))
    } catch (error) {
      if (error instanceof CallFailed) lines.push(error.failure.body)
    }
    return answer
  }
  return {
    network,
    sandbox,
    url,
    http,
    now: clock.now,
    linkTo: shelf.linkTo,
    later: (ms: number) => sandbox.clock.advance(ms),
    /** Aborts all calls in progress, like a deadline. */
    hangUp() {
      hangUp.abort()
      hangUp = new AbortController()
    },
    /** Intercepts all calls of the connector from now on. */
    standBetween(stranger: Around) {
      around = stranger
    },
    /** True for a text that is the beginning of a response. */
    wasSaid: (body: string) => body === '' || lines.some((one) => one.startsWith(body)),
    seen: (person: string) => sandbox.ledger.entries({ network, account: ledgerName(person) }),
    callsSince: (seq: number) =>
      sandbox.calls
        .list({ network, after: seq })
        .calls.map(({ call, status, fault }) => ({ call: call.split('.').at(-1) ?? call, status, fault })),
    fault: (rule: { kind: Parameters<typeof sandbox.faults.add>[0]['kind']; [name: string]: unknown }) =>
      sandbox.faults.add({ network, times: 1, ...rule }),
  }
}

/** A connector with a signed-in account. */
export interface SignedIn {
  readonly connector: Connector
  readonly grant: JsonObject
  /** False if the grant cannot be renewed, only replaced by another sign-in. */
  readonly renewable: boolean
  readonly account: Outgoing['account']
  /** The settings of the account's posts. */
  readonly settings?: JsonObject
}

export type Files = ReadonlyMap<string, Buffer>

export interface Taken {
  readonly next: Next<JsonObject> | null
  readonly failure: CallFailed['failure'] | null
  readonly verdict: Verdict | null
  /** A thrown error that is not a response of the network. */
  readonly error: unknown
}

interface Found {
  readonly answer: Next<JsonObject> | 'absent' | 'unsure'
}

let made = 0

export type Walker = ReturnType<typeof walkerOf>

/** Creates a walker that takes a post through its steps. */
export function walkerOf(stand: Stand, signedIn: SignedIn, post: Outgoing, files: Files = new Map()) {
  const { connector } = signedIn
  let { grant } = signedIn
  const plan = connector.plan(post)
  made += 1
  const name = String(made).padStart(24, '0')
  const born = stand.now()
  let memo: JsonObject = {}
  let step: string | null = plan.first
  const shown: NonNullable<Next<JsonObject>['shown']>[] = []
  const warnings: string[] = []

  const callOf = (): Call<JsonObject> => ({
    grant,
    http: stand.http(),
    signal: new AbortController().signal,
    born,
    now: stand.now(),
    key: (part) => `${name}${String(part).padStart(2, '0')}`,
    media: async (item) => sendable(item, files),
    link: (item) => stand.linkTo(sendable(item, files)),
    fit: fitPicture,
    keep: async (kept) => {
      memo = asKept(kept)
    },
  })
  const current = () => {
    const found = step === null ? undefined : connector.steps[step]
    if (!found) throw new Error(`unknown step ${step}`)
    return found
  }
  const accept = (next: Next<JsonObject>) => {
    memo = asKept(next.memo)
    if (next.shown) {
      // The post's ID may become known after the post is published.
      const { part } = next.shown
      const at = shown.findIndex((one) => one.part === part)
      if (at >= 0) shown[at] = next.shown
      else shown.push(next.shown)
    }
    if (next.warning !== undefined) warnings.push(next.warning)
    step = 'then' in next ? next.then : null
    if ('then' in next && next.afterMs) stand.later(next.afterMs)
  }
  /** Tries the current step once, without saving the result. */
  async function tryStep(): Promise<Taken> {
    const at = step ?? ''
    try {
      return { next: await current().run(callOf(), post, memo), failure: null, verdict: null, error: null }
    } catch (error) {
      if (!(error instanceof CallFailed)) return { next: null, failure: null, verdict: null, error }
      const { failure } = error
      // Users see the body as the network's own words.
      assert.ok(stand.wasSaid(failure.body), `${at}: no server said ${failure.body}`)
      const verdict =
        connector.judge(failure, at, stand.now()) ?? defaultVerdict(failure, current().repeat, stand.now())
      return { next: null, failure, verdict, error: null }
    }
  }
  return {
    post,
    plan,
    shown,
    warnings,
    get step() {
      return step
    },
    get memo() {
      return memo
    },
    /** The `repeat` of the current step. */
    get repeat() {
      return current().repeat
    },
    get isVisible() {
      return step !== null && (current().repeat !== 'safe' || current().shows === true)
    },
    tryStep,
    accept,
    useGrant(next: JsonObject) {
      grant = next
    },
    /** Rewinds like a verdict `again`. */
    goBack(from: string) {
      step = from
    },
    async take(): Promise<Taken> {
      const taken = await tryStep()
      if (taken.next) accept(taken.next)
      return taken
    },
    /** Runs to the end, or to the first step that fails. */
    async toEnd(): Promise<Taken> {
      let taken: Taken = { next: null, failure: null, verdict: null, error: null }
      for (let left = 500; step !== null; left -= 1) {
        if (left === 0) throw new Error(`it does not end: ${step}`)
        taken = await this.take()
        if (!taken.next) return taken
      }
      return taken
    },
    /** Runs until the next step is a visible call. */
    async toVisible(): Promise<void> {
      while (!this.isVisible) {
        const taken = await this.take()
        if (!taken.next) throw new Error(`${step} failed`, { cause: taken.failure ?? taken.error })
      }
    },
    async find(doubt: Partial<Doubt> = {}): Promise<Found['answer'] | null> {
      const { find } = current()
      if (!find) return null
      const requested: Doubt = {
        first: born,
        last: stand.now(),
        tries: 1,
        failure: null,
        ours: async () => true,
        ...doubt,
      }
      return await find.call(current(), callOf(), post, memo, requested)
    },
  }
}

const asKept = (memo: JsonObject): JsonObject => JSON.parse(JSON.stringify(memo))

function sendable(item: OutgoingMedia, files: Files): Sendable {
  const bytes = files.get(item.mediaId) ?? standInBytes(item.mediaId)
  if (!bytes) throw new Error(`unknown file ${item.mediaId}`)
  return {
    contentType: item.contentType,
    size: bytes.length,
    width: item.width,
    height: item.height,
    read: async (start = 0, end = bytes.length) => bytes.subarray(start, end),
    async *stream() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    },
  }
}
