import { type Incoming, ok } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { readAllParams } from '../../meta/params.ts'
import { noObject } from '../../meta/refusals.ts'
import { pageOf, personOf, tokenOf } from '../auth/callers.ts'
import { type Graph, pagingOf } from '../state/platform.ts'
import type { Page, Person, Token } from '../state/records.ts'
import { refuse } from '../wire/refusals.ts'
import { pageShape, pictureOf } from './page-shape.ts'
import { isListed } from './portfolios.ts'

/** The person, their permissions and their pages: the calls before a post. */
export function peopleRoutes(graph: Graph): readonly Route[] {
  const token = 'access'
  return [
    route('GET', '/me', 'getMe', { token }, (incoming) => {
      personOf(graph, incoming)
      const caller = tokenOf(graph, incoming)
      const { fields } = readAllParams(incoming)
      return ok(caller.page ? shownPage(graph, caller.page, caller, fields) : shownPerson(graph, caller.person, fields))
    }),
    route('GET', '/me/permissions', 'getPermissions', { token }, (incoming) =>
      ok({ data: permissionsOf(personOf(graph, incoming)) }),
    ),
    route('DELETE', '/me/permissions', 'deletePermissions', { token, writes: true }, (incoming) =>
      drop(personOf(graph, incoming), null),
    ),
    route('GET', '/me/accounts', 'getAccounts', { token }, (incoming) => ok(accountsOf(graph, incoming))),
    ...(['/:person/permissions', '/:person/permissions/:permission'] as const).map(
      (path): Route =>
        route(
          'DELETE',
          path,
          'deletePermissions',
          { accepts: ['form'], token, writes: true, only: ({ person = '' }) => graph.personById(person) !== null },
          (incoming) => {
            const { person: id = '', permission = null } = incoming.params
            const person = personOf(graph, incoming)
            return person.id === id ? drop(person, permission) : noObject(id, 'delete')
          },
        ),
    ),
    route(
      'GET',
      '/:person',
      'getUser',
      { token, only: ({ person = '' }) => graph.personById(person) !== null },
      (incoming) => {
        const { person: id = '' } = incoming.params
        const person = personOf(graph, incoming)
        if (person.id !== id) noObject(id)
        return ok(shownPerson(graph, person, readAllParams(incoming).fields))
      },
    ),
    route('GET', '/:page', 'getPage', { token, only: ({ page = '' }) => graph.pageById(page) !== null }, (incoming) => {
      const page = pageOf(graph, incoming, incoming.params.page ?? '', null)
      return ok(shownPage(graph, page, tokenOf(graph, incoming), readAllParams(incoming).fields))
    }),
  ]
}

const permissionsOf = ({ consent }: Person): readonly object[] => [
  ...[...(consent?.granted ?? [])].map((permission) => ({ permission, status: 'granted' })),
  ...[...(consent?.declined ?? [])].map((permission) => ({ permission, status: 'declined' })),
]

/** Revokes one permission. Without one, removes the app, and with it every token of the person. */
function drop(person: Person, permission: string | null) {
  if (permission === null) removeApp(person)
  else if (person.consent) {
    const granted = new Set(person.consent.granted)
    granted.delete(permission)
    person.consent = { ...person.consent, granted }
  }
  return ok({ success: true })
}

export function removeApp(person: Person): void {
  person.consent = null
  person.dead = 458
  person.fresh.clear()
}

function accountsOf(graph: Graph, incoming: Incoming): object {
  const person = personOf(graph, incoming)
  const token = tokenOf(graph, incoming)
  if (token.kind === 'page') noObject('me')
  if (!person.consent?.granted.has('pages_show_list')) return { data: [] }
  const rows = person.pages.filter(
    (page) => person.consent?.pages.has(page) && page.tasks.length > 0 && isListed(graph, page, 'own'),
  )
  const params = readAllParams(incoming)
  const show = (page: Page) =>
    shown(
      { ...pageShape(graph, page, token), tasks: () => page.tasks },
      params.fields,
      ['access_token', 'category', 'name', 'id', 'tasks'],
      'Page',
    )
  return paged(pagingOf(graph), { rows, idOf: ({ id }) => id, show, params, path: '/me/accounts' })
}

function shownPerson(graph: Graph, person: Person, fields: string | undefined): object {
  const name = displayNameOf(person.name)
  const shape: Shape = {
    id: () => person.id,
    name: () => name,
    first_name: () => name.split(' ')[0],
    last_name: () => name.split(' ')[1],
    picture: (field) => pictureOf(graph, person.name, field),
    email: () => (person.consent?.granted.has('email') ? `${person.name}@people.example` : undefined),
    permissions: () => ({ data: permissionsOf(person) }),
    accounts: () => refuse({ message: '(#100) Ask for /me/accounts', code: 100 }),
  }
  return shown(shape, fields, ['name', 'id'], 'User')
}

const shownPage = (graph: Graph, page: Page, token: Token, fields: string | undefined): object =>
  shown(pageShape(graph, page, token), fields, ['name', 'id'], 'Page')
