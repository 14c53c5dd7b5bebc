import { faultsOf } from '#rules/faults/faults-of.ts'
import { type InputFault, PosthornError } from '#sdk/index.ts'
import { nameCheckedFields, nameFields } from './name-fields.ts'
import type { Api, Task, View } from './task.ts'

/** The outcome of a task: its result or its error. Both have a text for people. */
export type Outcome =
  | { readonly ok: true; readonly result: Record<string, unknown>; readonly text: string }
  | { readonly ok: false; readonly error: PosthornError; readonly text: string }

type Result = Record<string, unknown>

/**
 * Runs a task with unvalidated input. Returns API errors as an outcome; other errors are bugs and are thrown.
 * `prepare` changes the result before it is described.
 */
export async function runTask(
  task: Task,
  api: Api,
  given: unknown,
  view: View,
  prepare: (result: Result) => Result | Promise<Result> = (result) => result,
): Promise<Outcome> {
  const read = task.input.safeParse(given, { reportInput: true })
  if (!read.success) return failed(refusalOf(read.error.issues.flatMap((issue) => faultsOf(issue))))
  try {
    const result = await prepare(nameCheckedFields(task, await task.run(api, read.data)))
    return { ok: true, result, text: task.describe(result, view) }
  } catch (error) {
    if (!(error instanceof PosthornError)) throw error
    return failed(nameFields(task, error))
  }
}

const failed = (error: PosthornError): Outcome => ({ ok: false, error, text: describeError(error) })

/** Rejects well-formed input that refers to nothing, such as a profile that does not exist. */
export function refuseInput(path: string, message: string): never {
  throw refusalOf([{ path, code: 'invalid_value', message }])
}

const refusalOf = (errors: readonly InputFault[]): PosthornError =>
  new PosthornError({ code: 'validation_failed', status: 400, message: 'The input isn’t valid.', errors })

/**
 * Describes a rejected request, for code that calls the API directly. Null if the error is an internal error or a bug,
 * which is not shown to people.
 */
export const describeRefusal = (error: unknown): string | null =>
  error instanceof PosthornError && error.status < 500 ? describeError(error) : null

/** True if the only obstacle is warnings, which the user may confirm. */
export const hasUnconfirmedWarnings = (error: unknown): boolean =>
  error instanceof PosthornError && error.code === 'warnings_unconfirmed'

/** Describes an error and what to do about it. */
export function describeError({ code, message, errors, warnings, retryAfterMs }: PosthornError): string {
  // The message of a single error already contains its text.
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
