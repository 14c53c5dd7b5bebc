import { z } from 'zod'
import type { Http, Target } from '#connectors/connector.ts'
import { listPages } from '#connectors/meta/pages/list-pages.ts'
import { ask } from '../api/graph.ts'
import { account, accountFields, remoteAccountOf } from './account.ts'
import type { PagesGrant } from './grant.ts'

/** The accounts that a person can access through pages. A page without a professional account is left out. */

const listedPage = z.object({
  id: z.string().regex(/^[0-9]{1,40}$/),
  name: z.string().max(500).nullish(),
  access_token: z.string().min(1).optional(),
  tasks: z.array(z.string()).optional(),
  instagram_business_account: account.nullish().catch(null),
})

const reader = {
  ask: (http: Http, { token, ...question }: Parameters<Parameters<typeof listPages>[2]['ask']>[1]) =>
    ask(http, { way: 'facebook', token }, question),
  fields: `id,name,instagram_business_account{${accountFields}}`,
  shape: listedPage,
}

export const readLinkedAccounts = async (http: Http, userToken: string) =>
  (await listPages(http, userToken, reader)).map(
    ({ name, access_token: token, tasks, instagram_business_account: linked }) => ({
      page: name ?? null,
      account: linked ?? null,
      token,
      tasks,
    }),
  )

type Linked = Awaited<ReturnType<typeof readLinkedAccounts>>[number]

export async function listTargets(http: Http, { userToken, accounts }: PagesGrant): Promise<readonly Target[]> {
  const linked = await readLinkedAccounts(http, userToken)
  return linked.flatMap((one) => {
    if (!one.account) return []
    const isGranted = Object.hasOwn(accounts, one.account.id)
    return [{ ...remoteAccountOf(one.account), category: one.page, lacks: lackOf(one, isGranted) }]
  })
}

function lackOf({ account: linked, page, tasks, token }: Linked, isGranted: boolean): string | null {
  const name = linked?.username ?? ''
  if (token === undefined || (tasks && !tasks.includes('CREATE_CONTENT')))
    return (
      `You do not have permission to publish as “${name}”. Someone who manages the page “${page ?? ''}” must ` +
      `give you access to its content.`
    )
  if (!isGranted) return `“${name}” was added after you signed in. Sign in again and select its page.`
  return null
}
