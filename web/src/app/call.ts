import type { Input, OperationId } from '@posthorn/sdk'

/** An API call as a program would make it. */
export interface Call {
  readonly operation: OperationId
  readonly input: Readonly<Record<string, unknown>>
}

type Calls = { readonly [Id in OperationId]: (input: Input<Id>) => Call }

/** Describes a type-checked call and its input: `calls.listPosts({ profileId })`. Nothing is sent. */
export const calls = new Proxy({}, { get: (_, operation) => (input: Call['input']) => ({ operation, input }) }) as Calls
