import type { PosthornError } from '#sdk/index.ts'

/** The exit statuses of commands that use the API, and their meaning. `docs/cli.md` prints this table. */
export const exitCodes = {
  done: { status: 0, about: 'Done.' },
  fault: { status: 1, about: 'A file can’t be read or written, or an internal error occurred.' },
  usage: { status: 2, about: 'The command was called with invalid arguments.' },
  signedOut: { status: 3, about: 'Not signed in: no key was found, or the installation rejected it.' },
  refused: { status: 4, about: 'The installation rejected the request. The message says why and what to do.' },
  notFound: { status: 5, about: 'The object named in the command doesn’t exist.' },
  unreachable: { status: 6, about: 'The installation is unreachable or temporarily unavailable. Try again later.' },
  partial: { status: 7, about: 'The post is published on some accounts only.' },
  unpublished: { status: 8, about: 'The post failed, or its outcome is unknown.' },
  planned: { status: 9, about: '`apply --dry-run`: the posts differ from their files.' },
} as const

/** A failure with its own exit status. The message says what to do. */
export class CommandFailure extends Error {
  readonly status: number

  constructor(kind: keyof typeof exitCodes, message: string) {
    super(message)
    this.status = exitCodes[kind].status
  }
}

export function statusOf({ status, code }: PosthornError): number {
  if (code === 'no_answer' || code === 'unexpected_answer' || status === 429 || status >= 500)
    return exitCodes.unreachable.status
  if (status === 401) return exitCodes.signedOut.status
  return status === 404 ? exitCodes.notFound.status : exitCodes.refused.status
}
