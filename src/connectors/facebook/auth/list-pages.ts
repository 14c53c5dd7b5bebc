import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask, id } from '../api/graph.ts'
import { type ListedPage, listedPage, pageFields } from './page.ts'

/**
 * Lists the pages of a person. A page that a business portfolio owns may be missing from the person's own list, so the
 * portfolios are read as well, and the pages that the sign-in names as granted are read one by one.
 */
export async function listPages(http: Http, userToken: string): Promise<readonly ListedPage[]> {
  const pages = new Map<string, ListedPage>()
  // The person's own list comes first: it alone tells the person's tasks.
  const own = await readList(
    http,
    { name: 'getAccounts', path: '/me/accounts', fields: ownFields, userToken },
    listedPage,
  )
  for (const page of own) pages.set(page.id, page)
  for (const page of await orNone(() => listPortfolioPages(http, userToken)))
    if (pages.get(page.id)?.access_token === undefined) pages.set(page.id, page)
  for (const pageId of await orNone(() => listGrantedIds(http, userToken)))
    if (!pages.has(pageId))
      for (const page of await orNone(() => readPage(http, userToken, pageId))) pages.set(page.id, page)
  return [...pages.values()]
}

const fields = `${pageFields},access_token`
const ownFields = `${fields},tasks`

async function listPortfolioPages(http: Http, userToken: string): Promise<readonly ListedPage[]> {
  const pages: ListedPage[] = []
  const portfolios = await readList(
    http,
    { name: 'getBusinesses', path: '/me/businesses', fields: 'id', userToken },
    z.object({ id }),
  )
  for (const { id: portfolio } of portfolios) {
    const owned = { name: 'getOwnedPages', path: `/${portfolio}/owned_pages`, fields, userToken }
    const ofClients = { name: 'getClientPages', path: `/${portfolio}/client_pages`, fields, userToken }
    for (const list of [owned, ofClients]) pages.push(...(await orNone(() => readList(http, list, listedPage))))
  }
  return pages
}

const debugged = z.object({
  data: z.object({
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(id).optional() })).optional(),
  }),
})

/** Returns the ids of the pages that the person ticked. The token under inspection can only stand in the address. */
async function listGrantedIds(http: Http, userToken: string): Promise<readonly string[]> {
  if (http.app === null) return []
  const { clientId, clientSecret } = http.app
  const request = {
    name: 'debugToken',
    method: 'GET',
    path: '/debug_token',
    params: { input_token: userToken },
  } as const
  const { data } = readAnswer(await ask(http, { ...request, token: `${clientId}|${clientSecret}` }), debugged)
  const ofPages = (data.granular_scopes ?? []).filter(({ scope }) => scope === 'pages_show_list')
  return ofPages.flatMap(({ target_ids: targets = [] }) => targets).slice(0, grantedMax)
}

/** The most pages that are read one by one. */
const grantedMax = 100

async function readPage(http: Http, token: string, pageId: string): Promise<readonly ListedPage[]> {
  const answer = await ask(http, { name: 'getPage', method: 'GET', path: `/${pageId}`, params: { fields }, token })
  return [readAnswer(answer, listedPage)]
}

/** Returns an empty list where the sign-in does not permit the question; any other failure stays one. */
async function orNone<Row>(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await read()
  } catch (error) {
    const code = error instanceof CallFailed ? graphErrorOf(error.failure)?.code : undefined
    if (code === 3 || code === 10 || code === 100 || (code && code >= 200 && code <= 299)) return []
    throw error
  }
}

interface List {
  readonly name: string
  readonly path: string
  readonly fields: string
  readonly userToken: string
}

const paging = z
  .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
  .optional()

/** The most parts of a list that are read. Nobody has as many pages; more than that is an endless list. */
const partsMax = 50

async function readList<Row>(http: Http, list: List, row: z.ZodType<Row>): Promise<readonly Row[]> {
  const { name, path, fields, userToken: token } = list
  const shape = z.object({ data: z.array(row), paging })
  const rows: Row[] = []
  let after: string | null = null
  for (let part = 0; part < partsMax; part += 1) {
    const params: Record<string, string> = { fields, limit: '100' }
    if (after !== null) params.after = after
    const answer = await ask(http, { name, method: 'GET', path, params, token, maxBytes: 4_000_000 })
    const { data, paging } = readAnswer(answer, shape)
    rows.push(...data)
    const onward: string | null = paging?.next === undefined ? null : cursorOf(paging)
    if (onward === null || onward === after) break
    after = onward
  }
  return rows
}

/** Reads the cursor of the next part. Its address is not followed: it contains the token, and could lead anywhere. */
const cursorOf = ({ cursors, next = '' }: NonNullable<z.output<typeof paging>>): string | null =>
  cursors?.after ?? URL.parse(next)?.searchParams.get('after') ?? null
