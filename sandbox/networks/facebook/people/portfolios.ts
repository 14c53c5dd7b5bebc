import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { readAllParams } from '../../meta/params.ts'
import { noObject } from '../../meta/refusals.ts'
import { personOf, tokenOf } from '../auth/callers.ts'
import { type Graph, pagingOf } from '../state/platform.ts'
import type { Page, Person } from '../state/records.ts'
import { missing } from '../wire/refusals.ts'
import { pageShape } from './page-shape.ts'

/** Business portfolios: each person has one, whose pages are not in the person's own lists. */
export function portfolioRoutes(graph: Graph): readonly Route[] {
  const isPortfolio = ({ business = '' }: Readonly<Record<string, string>>) => graph.ownerOf(business) !== null
  return [
    route('GET', '/me/businesses', 'getBusinesses', withToken, (incoming) => {
      const person = managerIn(graph, incoming)
      const params = readAllParams(incoming)
      const shape = { id: () => person.portfolio, name: () => `${displayNameOf(person.name)}'s portfolio` }
      const show = () => shown(shape, params.fields, ['name', 'id'], 'Business')
      const list = { rows: [person], idOf: () => person.portfolio, show, params, path: '/me/businesses' }
      return ok(paged(pagingOf(graph), list))
    }),
    ...(['owned_pages', 'client_pages'] as const).map(
      (edge): Route =>
        route(
          'GET',
          `/:business/${edge}`,
          edge === 'owned_pages' ? 'getOwnedPages' : 'getClientPages',
          { ...withToken, only: isPortfolio },
          (incoming) => {
            const { business = '' } = incoming.params
            const person = managerIn(graph, incoming)
            if (person.portfolio !== business) noObject(business)
            const token = tokenOf(graph, incoming)
            const params = readAllParams(incoming)
            const rows = person.pages.filter((page) => person.consent?.pages.has(page) && isListed(graph, page, edge))
            const show = (page: Page) => shown(pageShape(graph, page, token), params.fields, ['name', 'id'], 'Page')
            const list = { rows, idOf: ({ id }: Page) => id, show, params, path: `/${business}/${edge}` }
            return ok(paged(pagingOf(graph), list))
          },
        ),
    ),
  ]
}

function managerIn(graph: Graph, incoming: Incoming): Person {
  const person = personOf(graph, incoming)
  if (tokenOf(graph, incoming).kind === 'page') noObject('me')
  if (!person.consent?.granted.has('business_management')) missing('business_management')
  return person
}

/** Returns whether a page is in a list. A person's first page is always in the person's own one. */
export function isListed({ rules }: Graph, page: Page, list: string): boolean {
  const isFirst = page.owner.pages[0] === page
  return list === (isFirst ? 'own' : rules.second_page_in)
}
