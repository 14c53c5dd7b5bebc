import { type Credentials, call, type Target, type Token } from './call.ts'
import { type Operations, operationTable, type Pages, pageTable } from './generated/operations.ts'
import { defaultRetry, type RetrySettings } from './retry.ts'
import type { CallOptions, Operation, OperationId } from './types.ts'

export interface ClientSettings {
  /** The URL of the installation, such as `https://posthorn.example.com`. */
  readonly url: string
  /** An API key or an identity token, or a function that returns one and is called before each attempt. */
  readonly token?: Token | null
  /** The timeout of each attempt (default: 30 seconds). */
  readonly timeoutMs?: number
  readonly retry?: Partial<RetrySettings>
  /** A `fetch` to use instead of the global one. */
  readonly fetch?: typeof fetch
  /** The `credentials` option of `fetch`; `include` sends a browser's session cookie. */
  readonly credentials?: Credentials
}

export interface Client extends Operations {
  /** Iterates over all items of a paginated operation: `for await (… of client.each.…())`. */
  readonly each: Pages
}

/** Creates a client with a method for each operation of the installation, named as in the OpenAPI document. */
export function createClient(settings: ClientSettings): Client {
  const target = targetOf(settings)
  const each = Object.fromEntries(
    Object.entries(pageTable).map(([name, items]) => [
      name,
      (input: object = {}, options: CallOptions = {}) =>
        walk(target, table[name as keyof typeof pageTable], items, input, options),
    ]),
  )
  // The generated types and tables agree: one generator writes both from one document.
  return { ...methodsOf(target), each } as unknown as Client
}

/** Creates the methods of a client without `each`. A bundle that uses only this is smaller. */
export const createCalls = (settings: ClientSettings): Operations => methodsOf(targetOf(settings))

const table: Readonly<Record<OperationId, Operation>> = operationTable

function targetOf(settings: ClientSettings): Target {
  if (typeof settings?.url !== 'string' || !URL.canParse(settings.url))
    throw new TypeError('createClient needs the url of the installation, such as https://posthorn.example.com.')
  return {
    url: settings.url.replace(/(?<!\/)\/+$/, ''),
    token: settings.token ?? null,
    timeoutMs: settings.timeoutMs ?? 30_000,
    retry: { ...defaultRetry, ...settings.retry },
    fetch: settings.fetch ?? ((input, init) => fetch(input, init)),
    credentials: settings.credentials ?? null,
  }
}

const methodsOf = (target: Target): Operations =>
  Object.fromEntries(
    Object.entries(table).map(([name, operation]) => [
      name,
      (input: object = {}, options: CallOptions = {}) => call(target, operation, input, options),
    ]),
  ) as unknown as Operations

async function* walk(target: Target, operation: Operation, items: string, input: object, options: CallOptions) {
  let cursor: string | undefined
  for (;;) {
    const from = cursor === undefined ? input : { ...input, cursor }
    const page = (await call(target, operation, from, options)) as Record<string, unknown>
    yield* page[items] as unknown[]
    // A list that grows at its end, such as the one of events, has a cursor on its last page too.
    if (page.hasMore === false || typeof page.nextCursor !== 'string') return
    cursor = page.nextCursor
  }
}
