import { z } from 'zod'
import { type Answer, CallFailed, type Http } from '#connectors/connector.ts'
import { id, read } from './graph-call.ts'
import { graphErrorOf } from './graph-error.ts'
import { onwardIn, paging } from './paging.ts'

/** A request to Facebook's Graph API, sent the way the calling network sends it. */
type AskGraph = (
  http: Http,
  question: {
    readonly name: string
    readonly method: 'GET'
    readonly path: string
    readonly params: Readonly<Record<string, string>>
    readonly token: string
    readonly maxBytes?: number
  },
) => Promise<Answer>

/** The pages as one network reads them: the fields to request, and the shape of a page with these fields. */
interface PageReader<Page> {
  readonly ask: AskGraph
  readonly fields: string
  readonly shape: z.ZodType<Page>
}

/** A page in one of the person's lists. It comes with its own token if the person may use it. */
interface ListedPage {
  readonly id: string
  readonly access_token?: string | undefined
}

/**
 * Lists a person's pages. A page that a business portfolio owns may be missing from the person's own list, so the
 * portfolios are read as well, and granted pages that are still missing are read one by one.
 */
export async function listPages<Page extends ListedPage>(
  http: Http,
  userToken: string,
  reader: PageReader<Page>,
): Promise<readonly Page[]> {
  const { shape } = reader
  const fields = `${reader.fields},access_token`
  const lists = { http, ask: reader.ask, userToken, fields }
  const pages = new Map<string, Page>()
  // The person's own list comes first, because only it includes the person's tasks.
  const own = { ...lists, name: 'getAccounts', path: '/me/accounts', fields: `${fields},tasks` }
  for (const page of await readList(own, shape)) pages.set(page.id, page)
  for (const page of await orNone(() => listPortfolioPages(lists, shape)))
    if (pages.get(page.id)?.access_token === undefined) pages.set(page.id, page)
  for (const pageId of await orNone(() => listGrantedIds(lists)))
    if (!pages.has(pageId))
      for (const page of await orNone(() => readPage(lists, shape, pageId))) pages.set(page.id, page)
  return [...pages.values()]
}

interface Lists {
  readonly http: Http
  readonly ask: AskGraph
  readonly userToken: string
  readonly fields: string
}

async function listPortfolioPages<Page>(lists: Lists, shape: z.ZodType<Page>): Promise<readonly Page[]> {
  const pages: Page[] = []
  const all = { ...lists, name: 'getBusinesses', path: '/me/businesses', fields: 'id' }
  for (const { id: portfolio } of await readList(all, z.object({ id }))) {
    const owned = { ...lists, name: 'getOwnedPages', path: `/${portfolio}/owned_pages` }
    const ofClients = { ...lists, name: 'getClientPages', path: `/${portfolio}/client_pages` }
    for (const list of [owned, ofClients]) pages.push(...(await orNone(() => readList(list, shape))))
  }
  return pages
}

const debugged = z.object({
  data: z.object({
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(id).optional() })).optional(),
  }),
})

/** Returns the IDs of the pages that the person selected. The inspected token can only be in the URL. */
async function listGrantedIds({ http, ask, userToken }: Lists): Promise<readonly string[]> {
  if (http.app === null) return []
  const { clientId, clientSecret } = http.app
  const params = { input_token: userToken }
  const token = `${clientId}|${clientSecret}`
  const answer = await ask(http, { name: 'debugToken', method: 'GET', path: '/debug_token', params, token })
  const { data } = read(answer, debugged)
  const ofPages = (data.granular_scopes ?? []).filter(({ scope }) => scope === 'pages_show_list')
  return ofPages.flatMap(({ target_ids: targets = [] }) => targets).slice(0, grantedMax)
}

/** The maximum number of pages to read one by one. */
const grantedMax = 100

async function readPage<Page>(
  { http, ask, userToken: token, fields }: Lists,
  shape: z.ZodType<Page>,
  pageId: string,
): Promise<readonly Page[]> {
  const answer = await ask(http, { name: 'getPage', method: 'GET', path: `/${pageId}`, params: { fields }, token })
  return [read(answer, shape)]
}

/** Returns an empty list if the grant does not permit the request; any other failure is thrown. */
async function orNone<Row>(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await read()
  } catch (error) {
    const code = error instanceof CallFailed ? graphErrorOf(error.failure)?.code : undefined
    if (code === 3 || code === 10 || code === 100 || (code && code >= 200 && code <= 299)) return []
    throw error
  }
}

interface List extends Lists {
  readonly name: string
  readonly path: string
}

/** The maximum number of list pages to read. No one has this many pages; a longer list is endless. */
const partsMax = 50

async function readList<Row>({ http, ask, name, path, fields, userToken: token }: List, row: z.ZodType<Row>) {
  const shape = z.object({ data: z.array(row), paging })
  const rows: Row[] = []
  let after: string | null = null
  for (let part = 0; part < partsMax; part += 1) {
    const params: Record<string, string> = { fields, limit: '100' }
    if (after !== null) params.after = after
    const answer = await ask(http, { name, method: 'GET', path, params, token, maxBytes: 4_000_000 })
    const { data, paging: pageInfo } = read(answer, shape)
    rows.push(...data)
    const onward = onwardIn(pageInfo)
    if (onward === null || onward === after) break
    after = onward
  }
  return rows
}
