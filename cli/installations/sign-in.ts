import { countWords } from '#rules/count-words.ts'
import { createClient, PosthornError } from '#sdk/index.ts'
import { readArguments } from '../arguments.ts'
import { type ClientContext, type Command, UsageFault } from '../command.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { loginRow, logoutRow } from '../rows/signing-in.ts'
import { readUrl, requireKey } from './choose.ts'
import { endAccess, signInByDevice } from './device-flow.ts'
import { readSaved, type Saved, type SavedInstallation, savedFile, withSaved } from './saved.ts'

export const login: Command<ClientContext> = {
  async run({ args, ...context }) {
    const { flags } = readArguments(loginRow, args)
    const saved = await readSaved(context)
    const present = flags.on === undefined ? undefined : saved.installations[flags.on]?.url
    const url = readUrl(flags.url ?? present ?? context.environment.POSTHORN_URL ?? (await askAddress(context)))
    if (url.startsWith('http:') && !/^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url))
      context.note(`The connection to ${url} isn’t encrypted: others on the network can read your key.`)
    const one = await signIn(context, url, flags.key)
    const profiles = await tryKey(one)
    const name = flags.on ?? nameOf(url)
    await withSaved(context, async ({ installations }) => ({
      result: null,
      saved: { current: name, installations: { ...installations, [name]: one } },
    }))
    context.say(
      `Signed in to ${url} as ${name}${profiles === null ? '' : `, with ${countWords(profiles, 'profile')}`}.`,
    )
    context.note(`The key is saved in ${savedFile(context)}.`)
    return exitCodes.done.status
  },
}

async function askAddress({ ask }: Pick<ClientContext, 'ask'>): Promise<string> {
  const typed = await ask('Installation URL:')
  if (!typed) throw new UsageFault('expects the URL of the installation, such as --url https://posts.example.com')
  return typed.trim()
}

async function signIn(
  context: Omit<ClientContext, 'args'>,
  url: string,
  given: string | undefined,
): Promise<SavedInstallation> {
  if (given !== undefined) {
    if (given !== '-') throw new UsageFault('accepts the key only from standard input: --key - < key.txt')
    return { url, key: requireKey(((await context.readInput()) ?? (await context.askSecret('API key:')) ?? '').trim()) }
  }
  const granted = await signInByDevice(context, url)
  if (granted) return granted
  const typed = await context.askSecret('API key (create one in the installation’s settings):')
  if (typed === null) throw new UsageFault('needs an interactive terminal or a key: posthorn login --key - < key.txt')
  return { url, key: requireKey(typed.trim()) }
}

/** Tries the key. Returns the number of profiles it has access to, or null if it may not list them. */
async function tryKey({ url, key }: SavedInstallation): Promise<number | null> {
  try {
    return (await createClient({ url, token: key }).listProfiles()).length
  } catch (error) {
    if (error instanceof PosthornError && error.code === 'scope_required') return null
    if (error instanceof PosthornError && error.status === 401)
      throw new CommandFailure('signedOut', `${url} rejected this key. Nothing was saved.`)
    throw error
  }
}

const nameOf = (url: string): string => new URL(url).host

export const logout: Command<ClientContext> = {
  async run({ args, ...context }) {
    const { flags } = readArguments(logoutRow, args)
    const { forgotten, name, current } = await withSaved(context, async (saved) => forget(saved, flags.on))
    if (!(await endAccess(forgotten)))
      context.note(`Could not reach ${forgotten.url} to revoke access. Revoke it in the installation’s settings.`)
    context.say(`Signed out of ${name}.${current === null ? '' : ` Commands now use ${current}.`}`)
    return exitCodes.done.status
  },
}

function forget(saved: Saved, named: string | undefined) {
  const name = named ?? saved.current ?? ''
  const { [name]: forgotten, ...installations } = saved.installations
  if (!forgotten) throw new CommandFailure('signedOut', 'You’re not signed in to this installation.')
  const current = saved.current === name ? (Object.keys(installations)[0] ?? null) : saved.current
  return { result: { forgotten, name, current }, saved: { current, installations } }
}
