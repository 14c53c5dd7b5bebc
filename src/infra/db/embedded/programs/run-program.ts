import { spawn } from 'node:child_process'

/** The account that a program runs as; null for our own. */
export type Account = { readonly uid: number; readonly gid: number } | null

/**
 * The environment of PostgreSQL's programs. It has none of our variables: PGDATA, PGOPTIONS and others would change
 * their behavior. The C locale keeps their messages in the English that we parse.
 */
export const programEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as const

export interface Outcome {
  readonly code: number | null
  readonly output: string
  /** Set if the program did not even start. */
  readonly failure: NodeJS.ErrnoException | null
}

const maxOutputChars = 20_000

/** Runs a program to its end. It starts in `/`, since the account may not be able to read our own folder. */
export function runProgram(file: string, args: readonly string[], account: Account, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const stdin = input === '' ? 'ignore' : 'pipe'
    const child = spawn(file, args, { cwd: '/', env: programEnv, stdio: [stdin, 'pipe', 'pipe'], ...account })
    let output = ''
    const keep = (chunk: string): void => {
      output = (output + chunk).slice(-maxOutputChars)
    }
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    // A program may end before it has read all of its input. Its exit status decides then.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    child.once('error', (failure) => resolve({ code: null, output, failure }))
    child.once('close', (code) => resolve({ code, output, failure: null }))
  })
}
