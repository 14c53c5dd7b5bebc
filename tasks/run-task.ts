import { faultsOf } from '#rules/faults/faults-of.ts'
import { type InputFault, PosthornError } from '#sdk/index.ts'
import type { Api, Task, View } from './task.ts'

/** The outcome of a task: its result, or the refusal. Both have a text for people. */
export type Outcome =
  | { readonly ok: true; readonly result: Record<string, unknown>; readonly text: string }
  | { readonly ok: false; readonly error: PosthornError; readonly text: string }

/** Runs a task with input that nobody has checked yet. An error that is no refusal is a bug, and is thrown. */
export async function runTask(task: Task, api: Api, given: unknown, view: View): Promise<Outcome> {
  try {
    const result = await task.run(api, readInput(task, given))
    return { ok: true, result, text: task.describe(result, view) }
  } catch (error) {
    if (!(error instanceof PosthornError)) throw error
    return { ok: false, error, text: describeError(error) }
  }
}

function readInput({ input }: Task, given: unknown): Record<string, unknown> {
  const read = input.safeParse(given, { reportInput: true })
  if (read.success) return read.data
  throw refusalOf(read.error.issues.flatMap((issue) => faultsOf(issue)))
}

/** Refuses input that is well formed and means nothing, such as a profile that is not there. */
export function refuseInput(path: string, message: string): never {
  throw refusalOf([{ path, code: 'custom', message }])
}

const refusalOf = (errors: readonly InputFault[]): PosthornError =>
  new PosthornError({ code: 'validation_failed', status: 400, message: 'The input is not valid.', errors })

/**
 * Says what was refused, for a face that calls the API by itself. Null: the error is no refusal but a fault of the
 * service, or a bug, and no text for people.
 */
export const describeRefusal = (error: unknown): string | null =>
  error instanceof PosthornError && error.status < 500 ? describeError(error) : null

/** True when nothing stands in the way but warnings, which the user may confirm. */
export const hasUnconfirmedWarnings = (error: unknown): boolean =>
  error instanceof PosthornError && error.code === 'warnings_unconfirmed'

/** Says what was refused, and what to do. */
export function describeError({ code, message, errors, warnings, retryAfterMs }: PosthornError): string {
  // The message for a single fault has its words already.
  const others = errors.filter((fault) => !message.includes(fault.message))
  const lines = [`${message} (${code})`, ...others.map(lineOf)]
  if (warnings.length > 0) {
    const codes = [...new Set(warnings.map((warning) => warning.code))]
    lines.push(...warnings.map(lineOf), `To publish anyway, confirm the warnings: ${codes.join(', ')}.`)
  }
  if (retryAfterMs !== null) lines.push(`Try again in ${Math.ceil(retryAfterMs / 1_000)} seconds.`)
  return lines.join('\n')
}

const lineOf = ({ path, message }: InputFault): string => (path ? `- ${path}: ${message}` : `- ${message}`)
