import type { operations } from './generated/api.ts'

/**
 * The name of an operation. Its input and result types are derived from the generated types. Path, query and body
 * parameters form one flat object: the client knows where each is sent. The generator rejects a name that occurs in two
 * places.
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

/** The media types of files. */
type FileType = '*/*' | 'application/x-ndjson' | 'application/zip' | 'image/png' | 'text/csv'

type Content<Answer> = Answer extends { content: infer C }
  ? C extends undefined
    ? undefined
    : keyof C extends FileType
      ? Response
      : C extends { 'application/json': infer J }
        ? J
        : C[keyof C]
  : undefined
type Good<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201 | 202 | 204)]> : never

export type Input<Id extends OperationId> = PathOf<operations[Id]> & QueryOf<operations[Id]> & BodyOf<operations[Id]>
/** The result of an operation. Undefined if the response has no body. */
export type Result<Id extends OperationId> = Good<operations[Id]>
/** An item of a paginated list. */
export type Item<Id extends OperationId, Items extends string> =
  Result<Id> extends { [key in Items]: readonly (infer One)[] } ? One : never

export type NoInput = Record<string, never>

/** The description of an operation at run time. Generated. */
export interface Operation {
  /** The HTTP method. If omitted, it is GET. */
  readonly method?: string
  readonly path: string
  /** The names of the query parameters. Names that are in neither the query nor the path go into the body. */
  readonly query?: readonly string[]
  /**
   * The encoding of the body: a form has one file after its fields; bytes are sent unchanged. If omitted, it is JSON, or
   * none for GET and DELETE.
   */
  readonly body?: 'none' | 'json' | 'form' | 'bytes'
  /** Set if the response is a file, which is returned as an unread `Response`. */
  readonly answer?: 'bytes'
  /** Set for a POST that does not accept an Idempotency-Key. */
  readonly keyless?: true
}

export interface CallOptions {
  /** Aborts the call, including the waits between attempts. */
  readonly signal?: AbortSignal
  /**
   * The timeout of each attempt. The default is one hour if a file is sent. If a file is read, only the start of the
   * response must arrive in time.
   */
  readonly timeoutMs?: number
  /**
   * The idempotency key. The client generates one for each operation that accepts it. Pass your own to repeat a call in
   * a later run of your program.
   */
  readonly idempotencyKey?: string
  /** The `ETag` of the object when it was read. The change fails with 412 if the object has changed since. */
  readonly ifMatch?: string
  /**
   * The seconds to wait until a post that the call publishes is published or has failed, at most 60. The response is then
   * the post as it is. Each try gets this much more time.
   */
  readonly waitSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Called with each successful response, whose headers have the `ETag`. */
  readonly onAnswer?: (answer: { readonly status: number; readonly headers: Headers }) => void
}
