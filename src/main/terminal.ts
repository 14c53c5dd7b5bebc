import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { machineClock } from '#infra/time/clock.ts'
import type { Terminal } from './answer.ts'

/** Opens the terminal of this process. */
export function openTerminal(): Terminal {
  const { stdout, stderr, stdin, env } = process
  // The reader of the output can close it early, as in `posthorn posts | head`.
  let whenUnread: () => void = () => process.exit(0)
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    whenUnread()
  })
  return {
    environment: env,
    readSettings: async () => (await import('#infra/config/load.ts')).readEnvironment(env, '.env'),
    say: (message) => console.log(message),
    complain: (message) => console.error(message),
    flash(line) {
      if (stderr.isTTY) stderr.write(`\r\x1b[K${line ?? ''}`)
    },
    ask: (question) => ask(question, stdout),
    askSecret: (question) => ask(question, null),
    readInput: async () =>
      stdin.isTTY ? null : await (await import('#cli/bounded-files.ts')).readStandardInput(stdin),
    columns: stdout.isTTY ? stdout.columns : null,
    hasColour: stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb',
    onUnread(then) {
      whenUnread = then
    },
    now: () => machineClock.now(),
    wait: (ms) => sleep(ms),
  }
}

/** Prompts the user. Without `echo`, the input is not shown. */
async function ask(question: string, echo: NodeJS.WriteStream | null): Promise<string | null> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return null
  const output = echo ?? new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: stdin, output, terminal: true })
  if (!echo) stderr.write(`${question} `)
  try {
    return await reader.question(echo ? `${question} ` : '')
  } finally {
    reader.close()
    if (!echo) stderr.write('\n')
  }
}
