import { parseArgs } from 'node:util'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { follow } from '../listen/follow.ts'
import type { ForwardOptions } from '../listen/forward.ts'
import type { Frame } from '../listen/frames.ts'
import { cleaned, lineOf, readEvent } from '../listen/line-of.ts'
import { type Command, type CommandContext, UsageFault } from './command.ts'
import { readConnection } from './connection.ts'

/**
 * Prints events as they happen, for developers of programs that use Posthorn. It can forward them as webhooks to a
 * machine that the internet cannot reach.
 */
export const listen: Command = {
  async run(context) {
    const requests = await readOptions(context)
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    const signals = ['SIGTERM', 'SIGINT'] as const
    for (const each of signals) process.on(each, stop)
    context.onUnread(stop)
    try {
      return await listenTo(requests, context, stopping.signal)
    } finally {
      for (const each of signals) process.off(each, stop)
    }
  },
}

interface ListenOptions {
  readonly url: string
  /** Returns the key, which can change while the command runs. */
  readonly key: () => Promise<string>
  readonly json: boolean
  /** Null for all types. */
  readonly types: ReadonlySet<string> | null
  readonly forward: ForwardOptions | null
}

export async function listenTo(
  { url, key, json, types, forward: wanted }: ListenOptions,
  { say, note, version }: CommandContext,
  signal: AbortSignal,
  pace: { readonly firstWaitMs?: number; readonly silenceMs?: number } = {},
): Promise<number> {
  const outbound = createOutbound({ operatorOrigins: [url], userAgent: `Posthorn/${version}` })
  const forward = wanted && (await forwarding()).createForward(wanted, signal)
  if (wanted?.isNew)
    note(`Signed with ${wanted.secret}, generated for this run. Set POSTHORN_WEBHOOK_SECRET to use your own.`)
  async function hear({ event: kind, data, id }: Frame, lastId: string | null): Promise<void> {
    if (kind === 'resync')
      return note(`Some events were missed. Fetch them with GET /v1/events${lastId ? `?after=${lastId}` : ''}.`)
    // A frame without data only contains the ID to resume from.
    if (data === '') return
    // Transient updates, such as a step of a publication, have no ID: they are for pages that show a post.
    if (id === null) return
    const event = readEvent(data)
    if (types && !(event && types.has(event.type))) return
    if (json) say(data.replaceAll('\n', ' '))
    else say(event ? lineOf(event) : cleaned(`${kind}  ${data}`))
    if (!event || !forward) return
    const came = `    forwarded: ${await forward.send(event, data)}`
    if (!signal.aborted) (json ? note : say)(came)
  }
  try {
    const end = await follow({ outbound, url, key, signal, hear, note, ...pace })
    if (end.kind === 'stopped') return 0
    note(end.why)
    return 1
  } finally {
    await Promise.all([outbound.close(), forward?.close()])
  }
}

/** Imported on demand: the signing code loads most of the application. */
const forwarding = () => import('../listen/forward.ts')

export async function readOptions({ args, environment, readConfig, note }: CommandContext): Promise<ListenOptions> {
  const values = readFlags(args)
  const set = (name: string) => environment[name]?.trim() || undefined
  const { url, key } = await readConnection({ environment, readConfig, note }, values)
  const secret = set('POSTHORN_WEBHOOK_SECRET')
  return {
    url,
    key,
    json: values.json ?? false,
    types: values.types === undefined ? null : await readTypes(values.types, note),
    forward: values.forward === undefined ? null : (await forwarding()).readForward(values.forward, secret),
  }
}

/** Reads the flags. An unknown argument is not repeated in the message, because it may be a key. */
function readFlags(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { url: text, 'key-file': text, forward: text, types: text, json: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageFault(
      'accepts --types, --json, --forward, --url and --key-file; the key is read from POSTHORN_API_KEY',
    )
  }
}

async function readTypes(text: string, note: CommandContext['note']): Promise<ReadonlySet<string>> {
  const types = text.split(',').map((type) => type.trim())
  if (!types.every((type) => /^[a-z_]+\.[a-z_]+$/.test(type)))
    throw new UsageFault('expects --types separated by commas, such as post.published,post.failed')
  const { publicEventTypes } = await import('#modules/event-stream/index.ts')
  const strange = types.filter((type) => !publicEventTypes.some((known) => known === type))
  // The server may be newer than this program.
  if (strange.length > 0)
    note(`Unknown event types: ${strange.join(', ')}. Known types are ${publicEventTypes.join(', ')}.`)
  return new Set(types)
}
