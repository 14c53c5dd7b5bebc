import { type Role, run } from '../run.ts'
import type { Command } from './command.ts'

/** Runs until SIGTERM or SIGINT, then stops in order and leaves with status 0. A second signal does not wait. */
export const processCommand = (roles: readonly Role[], about: string): Command => ({
  usage: '',
  about,
  async run({ readConfig, say, version }) {
    say(`Posthorn ${version}`)
    const stopAsked = nextSignal()
    const running = await run(readConfig(), roles, (message) => say(`  ${message}`))
    await stopAsked
    void nextSignal().then(() => process.exit(1))
    say('  stopping')
    await running.stop()
    return 0
  },
})

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}
