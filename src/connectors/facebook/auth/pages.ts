import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { webUrl } from '#connectors/api/web-url.ts'
import type { Http, Target } from '#connectors/connector.ts'
import { ask, id } from '../api/graph.ts'
import type { Grant } from './grant.ts'

/** The pages of a person, each with its own token and the person's tasks on it. */

export const page = z.object({
  id,
  name: z.string().min(1).max(500),
  username: z.string().min(1).max(200).nullish(),
  category: z.string().max(200).nullish(),
  link: webUrl,
  picture: z
    .object({ data: z.object({ url: webUrl }) })
    .nullish()
    .catch(null),
  followers_count: z.number().int().min(0).nullish(),
})
export type Page = z.infer<typeof page>

export const pageFields = 'id,name,username,category,link,picture.type(large){url},followers_count'

const listedPage = page.extend({ access_token: z.string().min(1).optional(), tasks: z.array(z.string()).optional() })
export type ListedPage = z.infer<typeof listedPage>

const pageList = z.object({
  data: z.array(listedPage),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .optional(),
})

/** The most lists that are read. Nobody has as many pages; more than that is an endless list. */
const listsMax = 50

export async function listPages(http: Http, userToken: string): Promise<readonly ListedPage[]> {
  const pages = new Map<string, ListedPage>()
  let after: string | null = null
  for (let list = 0; list < listsMax; list += 1) {
    const params: Record<string, string> = { fields: `${pageFields},access_token,tasks`, limit: '100' }
    if (after !== null) params.after = after
    const request = { name: 'getAccounts', method: 'GET', path: '/me/accounts', params, token: userToken } as const
    const { data, paging } = readAnswer(await ask(http, { ...request, maxBytes: 4_000_000 }), pageList)
    for (const one of data) pages.set(one.id, one)
    const onward: string | null = paging?.next === undefined ? null : cursorOf(paging)
    if (onward === null || onward === after) break
    after = onward
  }
  return [...pages.values()]
}

/** Reads the cursor of the next list. Its address is not followed: it contains the token, and could lead anywhere. */
const cursorOf = ({
  cursors,
  next = '',
}: {
  cursors?: { after?: string | undefined } | undefined
  next?: string | undefined
}): string | null => cursors?.after ?? URL.parse(next)?.searchParams.get('after') ?? null

export function remoteAccountOf({ id: remoteId, name, username, category, link, picture, followers_count }: Page) {
  return {
    remoteId,
    handle: username ?? name,
    displayName: name,
    avatar: picture?.data.url ?? null,
    followers: followers_count ?? null,
    facts: { ...(link === null ? {} : { profileUrl: link }), ...(category ? { category } : {}) },
  }
}

export async function targets(http: Http, { userToken, pages }: Grant): Promise<readonly Target[]> {
  const listed = await listPages(http, userToken)
  return listed.map((one) => ({
    ...remoteAccountOf(one),
    category: one.category ?? null,
    lacks: lackOf(one, Object.hasOwn(pages, one.id)),
  }))
}

function lackOf({ name, tasks }: ListedPage, isGranted: boolean): string | null {
  if (tasks && !tasks.includes('CREATE_CONTENT'))
    return `You may not publish on “${name}”. A person who manages the page must give you access to its content.`
  if (!isGranted) return `“${name}” was added after you signed in. Sign in again and select it.`
  return null
}
