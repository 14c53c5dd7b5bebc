import type { operations } from './generated/api.ts'

/**
 * What an operation takes and gives, read off the generated types. Path, query and body are one flat object: a caller
 * thinks of names, not of where on the wire each of them travels. The generator refuses a name that is in two places.
 */
export type OperationId = keyof operations

type None = Record<never, never>
type Given<Value> = [NonNullable<Value>] extends [never] ? None : NonNullable<Value>
type Part<P, Name extends string> = P extends { [key in Name]?: infer Value } ? Given<Value> : None
type PathOf<O> = O extends { parameters: infer P } ? Part<P, 'path'> : None
type QueryOf<O> = O extends { parameters: infer P } ? Part<P, 'query'> : None
type BodyOf<O> = O extends { requestBody?: infer B }
  ? Given<B> extends { content: infer C }
    ? C extends { 'application/json': infer J }
      ? J
      : C extends { 'multipart/form-data': infer F }
        ? Omit<F, 'file'> & { file: File }
        : { body: Blob }
    : None
  : None

type Content<Answer> = Answer extends { content: infer C }
  ? C extends undefined
    ? undefined
    : C extends { '*/*': unknown }
      ? Response
      : C[keyof C]
  : undefined
type Good<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201 | 202 | 204)]> : never

export type Input<Id extends OperationId> = PathOf<operations[Id]> & QueryOf<operations[Id]> & BodyOf<operations[Id]>
/** Where the answer has no body: undefined. */
export type Result<Id extends OperationId> = Good<operations[Id]>
/** One thing of a list that is read page by page. */
export type Item<Id extends OperationId, Items extends string> =
  Result<Id> extends { [key in Items]: readonly (infer One)[] } ? One : never

export type NoInput = Record<string, never>

/** What the client knows of an operation while it runs. Generated. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** Names that travel in the address's query; in the body travels what is neither here nor in the path. */
  readonly query?: readonly string[]
  /** How the body travels: a form has one file beside its fields, bytes are sent as they are. */
  readonly body?: 'json' | 'form' | 'bytes'
  /** The answer is a file: it is handed on as it comes. */
  readonly answer?: 'bytes'
  /** It takes an Idempotency-Key. */
  readonly repeatable?: true
}

export interface CallOptions {
  /** Ends the call, waits between its tries included. */
  readonly signal?: AbortSignal
  /** For each try. A file that is sent has an hour unless told; one that is read must only begin in time. */
  readonly timeoutMs?: number
  /** Where the operation takes one, the client makes one by itself. Give your own to repeat a call in a later run. */
  readonly idempotencyKey?: string
  /** The `ETag` of what was read: the change is refused with 412 when somebody else has changed it since. */
  readonly ifMatch?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Called with each good answer; its headers have the `ETag`. */
  readonly onAnswer?: (answer: { readonly status: number; readonly headers: Headers }) => void
}
