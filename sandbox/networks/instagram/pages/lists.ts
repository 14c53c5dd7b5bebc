import { type Incoming, ok } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { readAllParams } from '../../meta/params.ts'
import { noObject } from '../../meta/refusals.ts'
import { tokenOf } from '../auth/callers.ts'
import { endTokens, pageTokenOf } from '../auth/sealed.ts'
import { accountShape } from '../people/account-shape.ts'
import { type Page, type Platform, pagesOf, pagingOf } from '../state/platform.ts'
import type { Token } from '../state/records.ts'

/** The part of Facebook's Graph API that leads to an account: the person, their permissions and their pages. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const token = 'access'
  return [
    route('GET', '/me/permissions', 'getPermissions', { token }, (incoming) => {
      const { scopes, declined } = personToken(platform, incoming)
      const rows = (all: readonly string[], status: string) => all.map((permission) => ({ permission, status }))
      return ok({ data: [...rows(scopes, 'granted'), ...rows(declined, 'declined')] })
    }),
    route('GET', '/me/accounts', 'getAccounts', { token }, (incoming) => ok(listed(platform, incoming))),
    route('GET', '/me/businesses', 'getBusinesses', { token }, (incoming) => {
      personToken(platform, incoming)
      return ok({ data: [] })
    }),
    route('GET', '/:page', 'getPage', { token, only: ({ page = '' }) => /^105[0-9]{12}$/.test(page) }, (incoming) => {
      const caller = tokenOf(platform, incoming)
      const { page: id = '' } = incoming.params
      const page = chosenPages(caller).find((one) => one.id === id) ?? noObject(id)
      return ok(shownAs(platform, caller, page, readAllParams(incoming).fields))
    }),
    route(
      'DELETE',
      '/:person/permissions',
      'deletePermissions',
      { accepts: ['form'], token, writes: true },
      (incoming) => {
        const { person } = personToken(platform, incoming)
        const { person: id = '' } = incoming.params
        if (id !== 'me' && id !== person.userId) noObject(id, 'delete')
        endTokens(person, 'pages', 458)
        return ok({ success: true })
      },
    ),
  ]
}

function personToken(platform: Platform, incoming: Incoming): Token {
  const token = tokenOf(platform, incoming)
  return token.kind === 'person' ? token : noObject('me')
}

const chosenPages = ({ person, pages, way }: Token): readonly Page[] =>
  way === 'pages' ? pagesOf(person).filter(({ id }) => pages.includes(id)) : []

function listed(platform: Platform, incoming: Incoming): object {
  const token = personToken(platform, incoming)
  const params = readAllParams(incoming)
  const rows = token.scopes.includes('pages_show_list') && token.person.hasRole ? chosenPages(token) : []
  const show = (page: Page) => shownAs(platform, token, page, params.fields)
  return paged(pagingOf(platform), { rows, idOf: ({ id }) => id, show, params, path: '/me/accounts' })
}

const tasks = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE']

function shownAs(platform: Platform, token: Token, page: Page, fields: string | undefined): object {
  const { person } = token
  const shape: Shape = {
    id: () => page.id,
    name: () => page.title,
    category: () => page.category,
    tasks: () => tasks,
    access_token: () => (person.hasRole ? pageTokenOf(platform, token, page).text : undefined),
    // Without requested fields, it has only an ID.
    instagram_business_account({ inner }) {
      if (!page.isLinked || !token.scopes.includes('instagram_basic')) return undefined
      const account = accountShape(platform, person)
      const names = inner?.map(({ name }) => name) ?? ['id']
      return Object.fromEntries(names.map((name) => [name, account[name]?.({ name, with: {}, inner: null })]))
    },
  }
  return shown(shape, fields, ['access_token', 'category', 'name', 'id', 'tasks'], 'Page')
}

/** Returns what `me` is for a page's token. */
export function shownPage(platform: Platform, token: Token, fields: string | undefined): object {
  const page = pagesOf(token.person).find(({ id }) => id === token.pages[0]) ?? noObject('me')
  return shownAs(platform, token, page, fields)
}

export function shownUser({ person }: Token, fields: string | undefined): object {
  return shown({ id: () => person.userId, name: () => displayNameOf(person.name) }, fields, ['name', 'id'], 'User')
}
