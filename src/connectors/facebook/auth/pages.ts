import type { Http, Target } from '#connectors/connector.ts'
import { listPages } from '#connectors/meta/pages/list-pages.ts'
import { ask } from '../api/graph.ts'
import type { Grant } from './grant.ts'
import { type ListedPage, listedPage, pageFields, remoteAccountOf } from './page.ts'

const reader = { ask, fields: pageFields, shape: listedPage }

/** Lists a person's pages, each with its token. */
export const listOwnPages = (http: Http, userToken: string): Promise<readonly ListedPage[]> =>
  listPages(http, userToken, reader)

/** Lists the pages that the user may choose from, and for each the reason if it cannot be chosen. */
export async function targets(http: Http, { userToken, pages }: Grant): Promise<readonly Target[]> {
  const listed = await listOwnPages(http, userToken)
  return listed.map((one) => ({
    ...remoteAccountOf(one),
    category: one.category ?? null,
    lacks: lackOf(one, Object.hasOwn(pages, one.id)),
  }))
}

function lackOf({ name, tasks, access_token: token }: ListedPage, isGranted: boolean): string | null {
  if (token === undefined || (tasks && !tasks.includes('CREATE_CONTENT')))
    return (
      `You do not have permission to publish on “${name}”. Someone who manages the page must give you access to ` +
      `its content.`
    )
  if (!isGranted) return `“${name}” was added after you signed in. Sign in again and select this page.`
  return null
}
