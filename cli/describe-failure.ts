import { PosthornError } from '#sdk/index.ts'
import { describeError } from '#tasks/run-task.ts'
import { CommandFailure, exitCodes, statusOf } from './exit-codes.ts'
import { clean } from './output/clean.ts'

interface Failure {
  readonly status: number
  /** A sentence, or the error itself if it is a bug, whose stack is shown. */
  readonly message: unknown
}

/** Explains why a command failed and what to do, and chooses its exit status. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommandFailure) return { status: error.status, message: error.message }
  if (!(error instanceof PosthornError)) return { status: exitCodes.fault.status, message: sentenceOf(error) ?? error }
  const lines = describeError(error).split('\n').map(clean)
  const request =
    error.status >= 500 && error.requestId
      ? [`For details, search the installation’s log for request ID ${error.requestId}.`]
      : []
  return { status: statusOf(error), message: [...lines, ...adviceFor(error), ...request].join('\n') }
}

function adviceFor({ code, status }: PosthornError): string[] {
  if (code === 'warnings_unconfirmed') return ['Confirm them with --confirm CODES, or --confirm all.']
  if (code === 'scope_required') return ['Create a key with this scope and sign in with it: posthorn login --key -']
  return status === 401 ? ['Sign in again: posthorn login'] : []
}

/** Returns a sentence if a file cannot be read or written. */
function sentenceOf(error: unknown): string | null {
  const { path, message } = Object(error) as NodeJS.ErrnoException
  return typeof path === 'string' ? `${message}.` : null
}
