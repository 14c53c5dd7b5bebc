import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Role, run } from '#app/run.ts'
import { type Config, loadConfig, readEnvironment } from '#infra/config/load.ts'

const packageFile = join(import.meta.dirname, '../../package.json')
export const version = (): string => (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version

export const readConfig = (): Config => loadConfig(readEnvironment(process.env, '.env'))

/** Runs until SIGTERM or SIGINT, then stops in order and leaves with status 0. A second signal does not wait. */
export async function runProcess(roles: readonly Role[]): Promise<void> {
  const say = (message: string) => console.log(message)
  say(`Posthorn ${version()}`)
  const running = await run(readConfig(), roles, (message) => say(`  ${message}`))
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    await running.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}
