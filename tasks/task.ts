import type { z } from 'zod'
import type { Client, Input as InputOf } from '#sdk/index.ts'

/**
 * The API, as a task calls it: the SDK's client. In the service its `fetch` stays in the process; elsewhere it goes over
 * HTTP with a key. So a task has exactly the rules of the API, wherever it runs.
 */
export type Api = Client

type Scope = InputOf<'createApiKey'>['scopes'][number]

/** The effect of a task. Lets a face ask a person before it matters. */
interface Effect {
  readonly readOnly: boolean
  /** True when the task does what cannot be taken back: people see a post, or something is removed. */
  readonly destructive: boolean
  /** True when a second call with the same input changes nothing more. */
  readonly idempotent: boolean
}

export const reads: Effect = { readOnly: true, destructive: false, idempotent: true }
export const adds: Effect = { readOnly: false, destructive: false, idempotent: false }
export const changes: Effect = { readOnly: false, destructive: false, idempotent: true }
export const publishes: Effect = { readOnly: false, destructive: true, idempotent: false }
export const removes: Effect = { readOnly: false, destructive: true, idempotent: true }

/** The way in which a person wants to read a result. */
export interface View {
  /** A time zone by its name in the tz database. */
  readonly timezone: string
}

/**
 * The description of something that a user gets done through any face, as data and two functions. The faces show its
 * name, title and sentence, build their forms from `input`, and print what `describe` says.
 */
export interface Task<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** Verb and noun, in snake case. */
  readonly name: string
  readonly title: string
  /** Says what it does and when to use it, in one or two sentences. */
  readonly about: string
  /** The scopes that an API key needs for all that the task can do. */
  readonly scopes: readonly Scope[]
  readonly effect: Effect
  readonly input: Input
  readonly output: Output
  /** Calls the API. Throws `PosthornError` when the API refuses, or when the input means nothing. */
  run(api: Api, input: z.output<Input>): Promise<z.output<Output>>
  /** Says the result in a few lines of plain text. */
  describe(result: z.output<Output>, view: View): string
}

/** Keeps the types of input and output, for code that calls a task by its own name. */
export const defineTask = <Input extends z.ZodObject, Output extends z.ZodObject>(
  task: Task<Input, Output>,
): Task<Input, Output> => task
