import type { z } from 'zod'
import type { Client, Input as InputOf } from '#sdk/index.ts'

/**
 * The API as tasks call it: the SDK's client. In the service, its `fetch` stays in the process; elsewhere it uses HTTP
 * and a key. So the API's rules apply to a task wherever it runs.
 */
export type Api = Client

type Scope = InputOf<'createApiKey'>['scopes'][number]

/** The effect of a task. Interfaces use it to ask for confirmation. */
interface Effect {
  readonly readOnly: boolean
  /** True if the task can't be undone: it publishes a post or removes something. */
  readonly destructive: boolean
  /** True if repeating the call with the same input has no further effect. */
  readonly idempotent: boolean
}

export const reads: Effect = { readOnly: true, destructive: false, idempotent: true }
export const adds: Effect = { readOnly: false, destructive: false, idempotent: false }
export const changes: Effect = { readOnly: false, destructive: false, idempotent: true }
export const publishes: Effect = { readOnly: false, destructive: true, idempotent: false }
export const removes: Effect = { readOnly: false, destructive: true, idempotent: true }

/** The preferences of the person who reads a result. */
export interface View {
  /** A time zone by its name in the tz database. */
  readonly timezone: string
}

/**
 * A task that a user can do through any interface, as data and two functions. The interfaces show its name, title and
 * description, build their forms from `input`, and print the text from `describe`.
 */
export interface Task<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** Verb and noun, in snake case. */
  readonly name: string
  readonly title: string
  /** Describes what it does and when to use it, in one or two sentences. */
  readonly about: string
  /** The scopes that an API key needs for everything that the task can do. */
  readonly scopes: readonly Scope[]
  readonly effect: Effect
  readonly input: Input
  readonly output: Output
  /** Calls the API. Throws `PosthornError` if the API rejects the request or the input refers to nothing. */
  run(api: Api, input: z.output<Input>): Promise<z.output<Output>>
  /** Describes the result in a few lines of plain text. */
  describe(result: z.output<Output>, view: View): string
}

/** Keeps the input and output types, for code that calls a task directly. */
export const defineTask = <Input extends z.ZodObject, Output extends z.ZodObject>(
  task: Task<Input, Output>,
): Task<Input, Output> => task
