import { flushSync } from 'react-dom'
import { groupBy } from '#web/lib/group-by.ts'
import type { Account } from '../draft/draft.ts'
import type { Check, Issue } from './use-check.ts'

/** Findings with the same remedy, on one account or at several places. */
export interface Problem {
  readonly key: string
  readonly kind: 'error' | 'warning' | 'info'
  readonly first: Issue
  readonly issues: readonly Issue[]
  /** The number of places in the post with this finding. */
  readonly places: number
}

/** Findings that need no action, but that the author should know. */
const shownInfos = /^(text_not_used|similar_post|mention_stays_plain|approval_)/

/** True for a finding on the account itself, on its network, or on the whole post. */
const isAbout = ({ accountId, network }: Issue, account: Account): boolean =>
  accountId !== undefined ? accountId === account.id : network === undefined || network === account.network

/** Lists what the check found for an account: errors first, then the warnings, then what is only worth knowing. */
export function problemsOf(check: Check | null, account: Account): readonly Problem[] {
  if (check === null) return []
  const own = (issues: readonly Issue[]) => issues.filter((issue) => isAbout(issue, account))
  return [
    ...group(own(check.errors), 'error', ({ message }) => message),
    ...group(
      own(check.infos).filter(({ code }) => shownInfos.test(code)),
      'info',
      ({ code, message }) => (code === 'similar_post' ? code : message),
    ),
    // A warning is accepted by its code.
    ...group(own([...check.warnings, ...check.confirmedWarnings]), 'warning', ({ code }) => code),
  ]
}

const group = (issues: readonly Issue[], kind: Problem['kind'], keyOf: (issue: Issue) => string): readonly Problem[] =>
  [...groupBy(issues, keyOf)].flatMap(([key, members]) => {
    const [first] = members
    return first ? [{ key, kind, first, issues: members, places: new Set(members.map(({ path }) => path)).size }] : []
  })

/** Returns the accounts with an error or an open warning, in the order of the row. */
export const findTroubled = (check: Check | null, targets: readonly Account[]): readonly Account[] =>
  check === null
    ? []
    : targets.filter((account) => [...check.errors, ...check.warnings].some((one) => isAbout(one, account)))

/** The fields to which a finding can lead. `setting` is any setting of a network. */
type FieldName =
  | 'content'
  | 'media'
  | 'thread'
  | 'title'
  | 'link'
  | 'firstComment'
  | 'language'
  | 'format'
  | 'ownThread'
  | 'boardId'
  | 'setting'

interface Place {
  readonly name: FieldName
  /** The value of `data-field` at the field. */
  readonly field: string
}

const fields: readonly string[] = ['content', 'media', 'thread', 'title', 'link', 'firstComment', 'language', 'format']

/**
 * Reads where a finding can be fixed. Null if no field of the page can fix it. The kind of post, and an account's own
 * link and first comment, are changed in its pane.
 */
export function placeOf({ path = '', code }: Issue): Place | null {
  // The pane of an account without threads has a choice for them.
  if (path === '/thread' && code === 'format_not_supported') return { name: 'ownThread', field: 'ownThread' }
  if (code === 'media_required') return { name: 'media', field: 'media' }
  const [first = '', ...rest] = path.split('/').slice(1)
  const [name = '', ...deeper] = first === 'platforms' ? rest.slice(1) : [first, ...rest]
  if (name === 'settings') {
    const setting = first === 'platforms' ? deeper[0] : deeper[1]
    if (setting === undefined) return null
    return { name: setting === 'boardId' ? 'boardId' : 'setting', field: setting }
  }
  if (!fields.includes(name)) return null
  const isOwn = name === 'format' || (['link', 'firstComment'].includes(name) && first === 'platforms')
  // A finding about one file leads to that file.
  const file = name === 'media' && deeper[0] ? `media.${deeper[0]}` : name
  return { name: name as FieldName, field: isOwn ? `own.${name}` : file }
}

/**
 * Moves the focus into a field of the form, and opens what hides it: a chip that adds the field, or a fold around it.
 * Returns false if the page has no such field.
 */
export function focusField(form: HTMLElement | null, field: string): boolean {
  const name = CSS.escape(field)
  const find = (): HTMLElement | undefined => {
    const places = [...(form?.querySelectorAll<HTMLElement>(`[data-field="${name}"]`) ?? [])]
    const shown = places.find((place) => place.getClientRects().length > 0)
    return shown?.matches(controls) ? shown : (shown?.querySelector<HTMLElement>(controls) ?? undefined)
  }
  const press = (selector: string) => flushSync(() => form?.querySelector<HTMLElement>(selector)?.click())
  press(`[data-opens="${name}"]`)
  if (!find()) press('[data-more] details:not([open]) > summary')
  const control = find()
  control?.focus()
  return control !== undefined
}

const controls = 'textarea, select, input:not([type=hidden]), button, [tabindex]'
