import { methodOf, splitInput } from './call.ts'
import { operationTable } from './generated/operations.ts'
import type { Operation, OperationId } from './types.ts'

/** A request as the client sends it, without its credential. */
export interface DescribedRequest {
  readonly method: string
  /** The path and the query. */
  readonly path: string
  /** JSON. Null without a body, or if the body is a file. */
  readonly body: string | null
}

/** Describes the request that a call of an operation sends, to show or log it. Nothing is sent. */
export function describeRequest(name: OperationId, input: object = {}): DescribedRequest {
  const operation: Operation = operationTable[name]
  const { path, query, body } = splitInput(operation, input)
  return {
    method: methodOf(operation),
    path: query.size > 0 ? `${path}?${query}` : path,
    body: typeof body === 'string' ? body : null,
  }
}
