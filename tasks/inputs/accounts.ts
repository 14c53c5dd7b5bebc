import { z } from 'zod'
import { namesOf, networks, readPlatform } from '#rules/network-names.ts'
import type { Item } from '#sdk/index.ts'
import { refuseInput } from '../run-task.ts'
import type { Api } from '../task.ts'

export const accountsInput = z
  .array(z.string().min(1))
  .max(20)
  .describe(
    'Where to publish: networks (for their default account), handles, or account IDs (acc_…), as list_accounts returns them.',
  )

/** An account as a post names it in the API. Without an ID, it is the network's default account. */
interface Place {
  readonly platform: (typeof networks)[number]
  readonly accountId?: string
}

/** Finds the named accounts. A network may have none yet: the API decides what that means for the post. */
export async function findPlaces(api: Api, profileId: string, named: readonly string[]): Promise<Place[]> {
  const isNetwork = (name: string) => readPlatform(name.toLowerCase()) !== null
  const connected = named.every(isNetwork) ? [] : await listConnected(api, profileId)
  return named.map((name, index) => {
    const platform = readPlatform(name.toLowerCase())
    return platform ? { platform } : pickAccount(connected, name, index)
  })
}

type Account = Item<'listConnections', 'connections'>

const listConnected = (api: Api, profileId: string): Promise<Account[]> =>
  Array.fromAsync(api.each.listConnections({ profileId }))

function pickAccount(connected: readonly Account[], name: string, index: number): Place {
  const meant = connected.filter(({ id, handle }) => id === name || plain(handle) === plain(name))
  const [first, ...others] = meant
  if (first && others.length === 0) return { platform: first.network, accountId: first.id }
  const path = `/accounts/${index}`
  const known = connected.map(({ id, network, handle }) => `${handle} on ${network} (${id})`).join(', ')
  if (meant.length > 1)
    return refuseInput(path, `Several accounts match this name. Use an account ID instead. Accounts: ${known}.`)
  const names = networks.flatMap(namesOf).join(', ')
  return refuseInput(path, `No account is named "${name}". Accounts: ${known || 'none'}. Or use a network: ${names}.`)
}

const plain = (handle: string): string => handle.replace(/^@/, '').toLowerCase()
