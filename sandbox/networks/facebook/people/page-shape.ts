import { displayNameOf } from '../../../core/people/accounts.ts'
import type { RequestedField, Shape } from '../../meta/fields.ts'
import { professionalIds, usernameOf } from '../../meta/people.ts'
import { pageTokenOf } from '../auth/sealed.ts'
import { followersOf } from '../figures/metrics.ts'
import type { Graph } from '../state/platform.ts'
import type { Page, Token } from '../state/records.ts'

/** The fields of a page in all responses. Only a person's own list adds their tasks on it. */
export function pageShape(graph: Graph, page: Page, token: Token): Shape {
  return {
    id: () => page.id,
    name: () => page.displayName,
    username: () => page.username ?? undefined,
    category: () => page.category,
    category_list: () => [{ id: '2500', name: page.category }],
    link: () => `${graph.base()}/pages/${page.id}`,
    picture: (field) => pictureOf(graph, page.name, field),
    // Only the people who run the page get a token, each their own.
    access_token: () => (page.tasks.length > 0 ? pageTokenOf(graph, token, page).text : undefined),
    followers_count: () => followersOf(graph, page),
    fan_count: () => followersOf(graph, page) - 12,
    is_published: () => true,
    verification_status: () => 'not_verified',
    about: () => undefined,
    website: () => undefined,
    instagram_business_account: (field) => linkedAccount(page, field),
  }
}

/** Returns the Instagram account of a person's first page. Without requested fields, it has only an ID. */
function linkedAccount({ owner, id }: Page, { inner }: RequestedField): object | undefined {
  if (owner.pages[0]?.id !== id || !owner.consent?.granted.has('instagram_basic')) return undefined
  const account = { id: professionalIds.of(owner.name) }
  return inner === null ? account : { ...account, username: usernameOf(owner), name: displayNameOf(owner.name) }
}

export function pictureOf(graph: Graph, name: string, { with: modifiers }: RequestedField): object {
  const size = modifiers.type === 'large' ? 200 : 50
  const url = `${graph.base()}/pictures/${name}.png`
  return { data: { height: size, is_silhouette: false, url, width: size } }
}
