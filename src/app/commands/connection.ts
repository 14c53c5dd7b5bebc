import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFailure } from '#cli/exit-codes.ts'
import { chooseInstallation } from '#cli/installations/choose.ts'
import { machineClock } from '#infra/time/clock.ts'
import { type CommandContext, UsageFault } from './command.ts'

interface Connection {
  readonly url: string
  /** Returns the key. A key saved by `posthorn login` may be renewed first. */
  readonly key: () => Promise<string>
}

interface Flags {
  readonly url?: string | undefined
  readonly 'key-file'?: string | undefined
}

/**
 * Reads the installation and API key for a command that uses the API: from its flags or the environment, or else from
 * the last `posthorn login`.
 */
export async function readConnection(
  { environment, readConfig, note }: Pick<CommandContext, 'environment' | 'readConfig' | 'note'>,
  flags: Flags,
): Promise<Connection> {
  const set = (name: string) => environment[name]?.trim() || undefined
  const file = flags['key-file']
  const key = file === undefined ? set('POSTHORN_API_KEY') : await readKey(file)
  if (key === undefined) return await readSavedConnection({ environment, note }, flags)
  if (!/^[\x21-\x7e]{1,1000}$/.test(key)) throw new UsageFault('expects an API key as a single word')
  return { url: readUrl(flags.url ?? set('POSTHORN_URL') ?? readConfig().publicUrl), key: async () => key }
}

async function readSavedConnection(
  place: Pick<CommandContext, 'environment' | 'note'>,
  { url }: Flags,
): Promise<Connection> {
  try {
    const wait = (ms: number) => sleep(ms)
    return await chooseInstallation({ ...place, now: () => machineClock.now(), wait }, { url })
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    throw new UsageFault('expects an API key in POSTHORN_API_KEY or --key-file FILE; or sign in with posthorn login')
  }
}

async function readKey(file: string): Promise<string> {
  const read = await readFile(file, 'utf8').catch((error: Error) => error)
  if (typeof read !== 'string') throw new UsageFault(`cannot read the key: ${read.message}`)
  return read.trim()
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || /[?#]/.test(text))
    throw new UsageFault('expects the URL of a Posthorn installation, such as --url http://127.0.0.1:4000')
  if (url.port === '0') throw new UsageFault('cannot determine the URL because PORT is 0; use --url or POSTHORN_URL')
  return url.href.replace(/(?<!\/)\/+$/, '')
}
