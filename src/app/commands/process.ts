import { setTimeout as sleep } from 'node:timers/promises'
import { type Role, type RunOptions, run } from '../run.ts'
import { type Command, type CommandContext, requireNoArguments } from './command.ts'

export const processCommand = (roles: readonly Role[]): Command => ({
  run: (context) => runUntilStopped(context, { roles }),
})

/**
 * Runs until SIGTERM or SIGINT, then shuts down cleanly and exits with status 0. A second signal more than one second
 * later exits immediately. Ctrl-C can arrive twice at the same moment, from the terminal and from npm or another
 * launcher: that counts as one signal.
 */
export async function runUntilStopped(
  { args, readConfig, say, onUnread, version }: CommandContext,
  { instead, ...options }: Omit<RunOptions, 'say'> & { readonly instead?: Readonly<Record<string, string>> },
): Promise<number> {
  requireNoArguments(args)
  // The service can outlive the reader of its log: in `posthorn start | tee posthorn.log`, Ctrl-C ends `tee` first.
  onUnread(() => {})
  say(`Posthorn ${version}`)
  const signals = listenToSignals()
  const running = await run(readConfig(instead), { ...options, say: (message) => say(`  ${message}`) })
  const reason = await Promise.race([signals.first, running.failed])
  say(reason ? `  ${reason}` : '  stopping')
  await running.stop()
  return reason ? 1 : 0
}

const sameSignalMs = 1_000

function listenToSignals(): { readonly first: Promise<null> } {
  const first = Promise.withResolvers<null>()
  let impatient = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (impatient) process.exit(1)
      first.resolve(null)
      void sleep(sameSignalMs, undefined, { ref: false }).then(() => {
        impatient = true
      })
    })
  }
  return { first: first.promise }
}
