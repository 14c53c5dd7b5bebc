import { minutes, seconds } from '#kernel/clock.ts'
import { networks, readPlatform } from '#rules/network-names.ts'
import type { Item, Result } from '#sdk/index.ts'
import { findProfileId } from '#tasks/inputs/profile.ts'
import { clientCommand, type Run } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { openPage } from '../installations/open-page.ts'
import { connectRow } from '../rows/accounts.ts'

type ConnectRun = Run<typeof connectRow>
type Account = Item<'listConnections', 'connections'>
type Provider = Result<'listProviders'>['providers'][number]

export const connect = clientCommand(connectRow, async (run) => {
  const [word = ''] = run.words
  const network = readPlatform(word.toLowerCase())
  if (network === null) throw new UsageFault(`expects one of ${networks.join(', ')}`)
  const profileId = await findProfileId(run.api, run.profile)
  const { providers } = await run.api.listProviders()
  const provider = providers.find((one) => one.network === network)
  if (!provider) throw new CommandFailure('notFound', `This installation doesn’t support ${network}.`)
  const account =
    provider.connect.kind === 'direct' && provider.connect.fields !== null
      ? await connectHere(run, provider, profileId)
      : await connectInBrowser(run, provider, profileId)
  run.out.show(account, () => `Connected ${account.handle} on ${account.network}: ${account.id}`)
  return exitCodes.done.status
})

/** Asks for the credentials that the network requires. */
async function connectHere(
  { api, ask, askSecret }: ConnectRun,
  provider: Provider,
  profileId: string,
): Promise<Account> {
  const { properties = {}, required = [] } = (provider.connect.fields ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly title?: string; readonly description?: string }>>
    readonly required?: readonly string[]
  }
  const credentials: Record<string, string> = {}
  for (const [name, { title, description }] of Object.entries(properties)) {
    const question = `${title ?? name}${description ? ` (${description})` : ''}${required.includes(name) ? '' : ' (optional)'}:`
    const typed = await (/password|token|secret/i.test(name) ? askSecret(question) : ask(question))
    if (typed === null)
      throw new UsageFault(`asks for ${Object.keys(properties).join(', ')}. Run it in an interactive terminal`)
    if (typed !== '') credentials[name] = typed
  }
  return await api.connectDirectly({ profileId, platform: provider.network, credentials })
}

const everyMs = seconds(2)
const patienceMs = minutes(10)

/** Opens the network's consent page, and waits until the account is connected. */
async function connectInBrowser(run: ConnectRun, { network }: Provider, profileId: string): Promise<Account> {
  const { api, installation, flags, note, environment, now, wait } = run
  const list = () => Array.fromAsync(api.each.listConnections({ profileId, platform: network }))
  const before = new Map((await list()).map((account) => [account.id, stateOf(account)]))
  const { authUrl } = await api.createOauthUrl({
    profileId,
    platform: network,
    redirectUrl: `${await findPublicUrl(installation.url)}/v1/oauth/callback/${network}`,
    ...(flags.server === undefined ? {} : { instanceUrl: flags.server }),
  })
  note(`Authorize access here: ${authUrl}`)
  if (await openPage(environment, authUrl)) note('Opened the page in your browser.')
  for (const endMs = now().getTime() + patienceMs; now().getTime() < endMs; await wait(everyMs)) {
    const account = (await list()).find((one) => one.status === 'active' && before.get(one.id) !== stateOf(one))
    if (account) return account
  }
  throw new CommandFailure(
    'refused',
    `No account was connected within 10 minutes. To try again, run: posthorn connect ${network}`,
  )
}

/** Returns the installation's public URL, which may differ from the one that this machine uses. */
async function findPublicUrl(url: string): Promise<string> {
  try {
    const answer = await fetch(`${url}/.well-known/oauth-authorization-server`, { redirect: 'error' })
    const { issuer } = Object(await answer.json())
    return typeof issuer === 'string' ? issuer : url
  } catch {
    return url
  }
}

/** Returns a value that changes when an account is reconnected. */
const stateOf = ({ status, expiresAt, scopes, lastCheckedAt }: Account): string =>
  JSON.stringify([status, expiresAt, scopes, lastCheckedAt])
