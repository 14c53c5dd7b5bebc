import { type Credentials, call, type Target, type Token } from './call.ts'
import { type Operations, operationTable, type Pages, pageTable } from './generated/operations.ts'
import { defaultRetry, type RetrySettings } from './retry.ts'
import type { CallOptions, Operation, OperationId } from './types.ts'

export interface ClientSettings {
  /** Where the installation is, such as `https://posthorn.example.com`. */
  readonly url: string
  /** An API key or an identity token, or a function that gives one; it is asked before each try. */
  readonly token?: Token | null
  /** For each try; 30 seconds unless told. */
  readonly timeoutMs?: number
  readonly retry?: Partial<RetrySettings>
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof fetch
  /** `include` for the session cookie of a browser. */
  readonly credentials?: Credentials
}

export interface Client extends Operations {
  /** For each operation that answers in pages, all of its things one by one: `for await (… of client.each.…())`. */
  readonly each: Pages
}

/** A method for each operation of the installation, by its name in the OpenAPI document. */
export function createClient(settings: ClientSettings): Client {
  const target: Target = {
    url: settings.url.replace(/(?<!\/)\/+$/, ''),
    token: settings.token ?? null,
    timeoutMs: settings.timeoutMs ?? 30_000,
    retry: { ...defaultRetry, ...settings.retry },
    fetch: settings.fetch ?? ((input, init) => fetch(input, init)),
    credentials: settings.credentials ?? null,
  }
  const table: Readonly<Record<OperationId, Operation>> = operationTable
  const methods = Object.fromEntries(
    Object.entries(table).map(([name, operation]) => [
      name,
      (input: object = {}, options: CallOptions = {}) => call(target, operation, input, options),
    ]),
  )
  const each = Object.fromEntries(
    Object.entries(pageTable).map(([name, items]) => [
      name,
      (input: object = {}, options: CallOptions = {}) =>
        walk(target, table[name as keyof typeof pageTable], items, input, options),
    ]),
  )
  // The generated types and tables come from one document, by one generator.
  return { ...methods, each } as unknown as Client
}

async function* walk(target: Target, operation: Operation, items: string, input: object, options: CallOptions) {
  let cursor: string | null | undefined
  do {
    const from = cursor === undefined ? input : { ...input, cursor }
    const page = (await call(target, operation, from, options)) as Record<string, unknown>
    yield* page[items] as unknown[]
    cursor = page.nextCursor as string | null
  } while (cursor !== null)
}
