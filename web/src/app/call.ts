import type { Input, OperationId } from '@posthorn/sdk'

/** A call of the API, as a program would make it. */
export interface Call {
  readonly operation: OperationId
  readonly input: Readonly<Record<string, unknown>>
}

type Calls = { readonly [Id in OperationId]: (input: Input<Id>) => Call }

/** Names a call with its input, which the compiler checks: `calls.listPosts({ profileId })`. Nothing is called. */
export const calls = new Proxy({}, { get: (_, operation) => (input: Call['input']) => ({ operation, input }) }) as Calls
