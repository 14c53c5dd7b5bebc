import { readFile } from 'node:fs/promises'
import { type CommandContext, UsageFault } from '../command.ts'

interface Connection {
  readonly url: string
  readonly key: string
}

/** Reads the installation and the API key of a command that uses the API, from its flags or the environment. */
export async function readConnection(
  { environment, readConfig }: Pick<CommandContext, 'environment' | 'readConfig'>,
  flags: { readonly url?: string | undefined; readonly 'key-file'?: string | undefined },
): Promise<Connection> {
  const set = (name: string) => environment[name]?.trim() || undefined
  const file = flags['key-file']
  const key = file === undefined ? set('POSTHORN_API_KEY') : await readKey(file)
  if (key === undefined) throw new UsageFault('wants an API key in POSTHORN_API_KEY or in a file: --key-file FILE')
  if (!/^[\x21-\x7e]{1,1000}$/.test(key)) throw new UsageFault('wants an API key that is one word, and nothing else')
  return { url: readUrl(flags.url ?? set('POSTHORN_URL') ?? readConfig().publicUrl), key }
}

async function readKey(file: string): Promise<string> {
  const read = await readFile(file, 'utf8').catch((error: Error) => error)
  if (typeof read !== 'string') throw new UsageFault(`cannot read the key: ${read.message}`)
  return read.trim()
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || /[?#]/.test(text))
    throw new UsageFault('wants the address of a Posthorn, such as --url http://127.0.0.1:4000')
  if (url.port === '0') throw new UsageFault('cannot tell the address, for PORT is 0; --url or POSTHORN_URL names it')
  return url.href.replace(/(?<!\/)\/+$/, '')
}
